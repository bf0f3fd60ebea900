/// Other admins.
extension Texts {
    static let admins = Phrase("Admins", "管理员")
    static let changePeople = Phrase("Change who may come in", "更改准入人员")
    static let lastLogIn = Phrase("Last log-in", "最近登录")
    static let invitations = Phrase("Open invitations", "待接受的邀请")
    static let noInvitations = Phrase("No open invitations.", "没有待接受的邀请。")
    static let invitedBy = Phrase("Invited by", "邀请人")
    static let withdraw = Phrase("Withdraw", "撤回")
    static let invite = Phrase("Invite", "邀请")
    static let inviteText = Phrase("You get a link for one person. Hand it over yourself.", "将生成一个供单人使用的链接，请亲自转交。")
    static let adminNameHint = Phrase("Lower-case letters, digits, and . - _ @ + inside.", "小写字母、数字，以及 . - _ @ +。")
    static let active = Phrase("Active", "有效")
    static let disabled = Phrase("Disabled", "已停用")
    static let notEnrolled = Phrase("Not enrolled", "未绑定")
    static let changeRole = Phrase("Change role", "更改角色")
    static let access = Phrase("Access", "访问权限")
    static let disable = Phrase("Disable", "停用")
    static let enable = Phrase("Enable", "启用")
    static let disableText = Phrase("Ends all sessions. The name and what was done with it stay.", "结束所有会话；用户名及操作记录保留。")
    static let enableText = Phrase("The old password and app count again.", "原密码与验证器应用重新有效。")
    static let resetFactors = Phrase("Reset password and app", "重置密码与验证器")
    static let resetFactorsText = Phrase(
        "For somebody who lost the phone or the password. You get a new link.", "用于丢失手机或密码的人员，将生成新的链接。")
    static let invitationLink = Phrase("Invitation link", "邀请链接")
    static let invitationLinkText = Phrase(
        "Shown this once. Give it to the person yourself; it lets in whoever has it.", "仅显示一次。请亲自交给本人；持有者即可进入。")
}
