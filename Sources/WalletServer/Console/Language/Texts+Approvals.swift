internal import WalletLedger

/// Acts that need a second person, and exports.
extension Texts {
    static let approval = Phrase("Approval", "审批")
    static let approvals = Phrase("Approvals", "审批")
    static let approvalsText = Phrase(
        "What one person may not do alone waits here for another one, seven days long.", "一个人不能单独完成的操作在此等待另一位管理员，期限七天。")
    static let noApprovals = Phrase("Nothing here.", "没有记录。")
    static let proposed = Phrase("Asked for", "提交时间")
    static let askedBy = Phrase("Asked by", "申请人")
    static let origin = Phrase("From", "来源地址")
    static let decideUntil = Phrase("Decide until", "截止时间")
    static let allOfThem = Phrase("All", "全部")
    static let whatItWouldDo = Phrase("What it would do", "执行后的变化")
    static let now = Phrase("Now", "当前")
    static let afterwards = Phrase("Afterwards", "执行后")
    static let notEnoughNow = Phrase(
        "The wallet holds too little of that now: carried out at once, it would be refused.", "钱包中的金币目前不足：如立即执行将被拒绝。")
    static let ownRequest = Phrase(
        "You asked for this yourself, so another person must decide.", "这是您自己提交的申请，须由另一位管理员决定。")
    static let decide = Phrase("Decide", "作出决定")
    static let decision = Phrase("Decision", "决定")
    static let decidedBy = Phrase("Decided by", "决定人")
    static let carriedOut = Phrase("Settled", "完成时间")
    static let entries = Phrase("Entries", "流水")
    static let refusedBecause = Phrase("Refused because", "拒绝原因")
    static let approve = Phrase("Approve", "批准")
    static let approveText = Phrase("It is carried out at once, and once.", "立即执行，且仅执行一次。")
    static let reject = Phrase("Reject", "驳回")
    static let rejectText = Phrase("Nothing is done, for ever.", "永久不再执行。")

    static let exports = Phrase("Exports", "导出")
    static let exportJournalText = Phrase(
        "Every movement of the days, both ends included, with control totals at the end. Who took it is recorded.",
        "所选日期（含首尾两天）的全部变动，末尾附核对总数。导出会被记录。")
    static let exportAuditText = Phrase(
        "Who did what, from where, and what it was before and after. The newest first.", "操作人、来源、操作前后的内容，最新的在前。")
    static let forProgram = Phrase("For", "用途")
    static let plainCSV = Phrase("Programs (plain CSV)", "程序（纯 CSV）")
    static let spreadsheetCSV = Phrase("Spreadsheets (Excel)", "电子表格（Excel）")
    static let download = Phrase("Download", "下载")
    static let asCSV = Phrase("As CSV", "导出 CSV")
    static let kindsByHand = Phrase("By hand", "人工操作")

    /// What was done by hand, as the audit log names it.
    static func actionName(_ name: String) -> Phrase {
        switch name {
        case "adjust_coins": Phrase("Adjust free coins", "调整活动金币")
        case "forfeit_coins": Phrase("Forfeit purchased coins", "没收付费金币")
        case "grant_coins": Phrase("Grant free coins", "赠送金币")
        case "propose_grant_coins": Phrase("Asked to grant", "申请赠送")
        case "propose_write_off_debt": Phrase("Asked to write off", "申请核销")
        case "propose_adjust_coins": Phrase("Asked to adjust", "申请调整")
        case "propose_forfeit_coins": Phrase("Asked to forfeit", "申请没收")
        case "approve": Phrase("Approved", "批准")
        case "reject": Phrase("Rejected", "驳回")
        case "write_off_debt": Phrase("Write off debt", "核销欠款")
        case "freeze_wallet": Phrase("Freeze", "冻结")
        case "unfreeze_wallet": Phrase("Open again", "解冻")
        case "set_tester": Phrase("Tester", "测试用户")
        case "move_token": Phrase("Give a token", "登记令牌")
        case "retry_proof": Phrase("Look at a proof again", "重新查看凭证")
        case "ask_about_purchase": Phrase("Ask Apple", "询问 Apple")
        case "assign_unattributed": Phrase("Assign a purchase", "指派购买")
        case "note_user": Phrase("Note", "备注")
        case "merge_user": Phrase("Merge", "合并")
        default: .plain(name)
        }
    }

    /// A word among the figures of the audit log.
    static func figureWord(_ word: String) -> Phrase {
        switch word {
        case "open": Phrase("open", "正常")
        case "frozen_by_debt": Phrase("frozen for debt", "因欠款冻结")
        case "frozen_by_hand": Phrase("frozen by hand", "人工冻结")
        case "pending": Phrase("waiting", "等待中")
        case "approved": Phrase("approved", "已批准")
        case "rejected": Phrase("rejected", "已驳回")
        case "refused": Phrase("refused", "已拒绝")
        default: actionName(word)
        }
    }
}

extension ApprovalFilter {
    var phrase: Phrase {
        switch self {
        case .open: Phrase("Waiting", "等待中")
        case .approved: Phrase("Approved", "已批准")
        case .done: Phrase("Done", "已完成")
        case .rejected: Phrase("Rejected", "已驳回")
        case .refused: Phrase("Refused", "已拒绝")
        case .expired: Phrase("Expired", "已过期")
        }
    }
}
