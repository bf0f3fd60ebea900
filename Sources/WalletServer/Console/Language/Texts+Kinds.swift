internal import WalletDomain
internal import WalletLedger

extension StoreEnvironment {
    var phrase: Phrase {
        switch self {
        case .production: Phrase("Production", "正式环境")
        case .sandbox: Phrase("Sandbox", "沙盒环境")
        }
    }
}

extension EntryKind {
    var phrase: Phrase {
        switch self {
        case .sold: Phrase("Sold", "售出")
        case .granted: Phrase("Granted", "赠送")
        case .spent: Phrase("Spent", "消费")
        case .expired: Phrase("Expired", "过期")
        case .refunded: Phrase("Refunded", "退款")
        case .debtSettled: Phrase("Debt settled", "偿还欠款")
        case .refundReversed: Phrase("Refund reversed", "退款撤回")
        case .debtWrittenOff: Phrase("Debt written off", "核销欠款")
        case .held: Phrase("Held", "预留")
        case .holdReleased: Phrase("Hold released", "释放预留")
        case .holdExpired: Phrase("Hold expired", "预留到期")
        case .undone: Phrase("Undone", "撤销消费")
        case .ownershipEnded: Phrase("Ownership ended", "不再拥有")
        case .merged: Phrase("Merged", "合并")
        case .mergedSpent: Phrase("Merged: spent", "合并：已消费")
        case .mergedRefund: Phrase("Merged: refund", "合并：退款")
        case .mergedSettlement: Phrase("Merged: settlement", "合并：偿还")
        case .adjusted: Phrase("Adjusted", "调整")
        case .forfeited: Phrase("Forfeited", "没收")
        }
    }
}

extension Account {
    var phrase: Phrase {
        switch self {
        case .paid: Phrase("paid", "付费金币")
        case .bonus: Phrase("bonus", "赠币")
        case .promo: Phrase("promo", "活动金币")
        case .debt: Phrase("debt", "欠款")
        case .sold: Phrase("sold", "销售")
        case .bonusIssued: Phrase("bonus issued", "赠币发放")
        case .granted: Phrase("granted", "赠送")
        case .spent: Phrase("spent", "消费")
        case .clawedBack: Phrase("clawed back", "收回")
        case .refundReversed: Phrase("refund reversed", "退款撤回")
        case .expired: Phrase("expired", "过期")
        case .adjusted: Phrase("adjusted", "调整")
        case .writtenOff: Phrase("written off", "核销")
        case .moved: Phrase("moved", "转移")
        }
    }
}

extension Lot.Kind {
    var phrase: Phrase { account.phrase }
}

extension WalletState.Status {
    var phrase: Phrase {
        switch self {
        case .open: Phrase("Open", "正常")
        case .frozen: Phrase("Frozen", "已冻结")
        case .suspended: Phrase("Frozen by hand", "人工冻结")
        case .merged: Phrase("Merged", "已合并")
        case .erased: Phrase("Erased", "已删除")
        }
    }
}

extension Hold.Status {
    var phrase: Phrase {
        switch self {
        case .open: Phrase("Open", "预留中")
        case .captured: Phrase("Captured", "已扣款")
        case .released: Phrase("Released", "已释放")
        case .expired: Phrase("Expired", "已到期")
        }
    }
}

extension Offer.Kind {
    var phrase: Phrase {
        switch self {
        case .once: Phrase("Once: owned afterwards", "一次性：购买后拥有")
        case .repeatable: Phrase("Repeatable", "可重复购买")
        }
    }
}

extension Offer.Status {
    var phrase: Phrase {
        switch self {
        case .draft: Phrase("Draft", "草稿")
        case .published: Phrase("Published", "已发布")
        case .archived: Phrase("Archived", "已归档")
        }
    }
}

extension PriceVersion.Layer {
    var phrase: Phrase {
        switch self {
        case .regular: Phrase("Regular", "常规价")
        case .sale: Phrase("Sale", "促销价")
        }
    }
}

extension Pack.Status {
    var phrase: Phrase {
        switch self {
        case .onSale: Phrase("On sale", "在售")
        case .withdrawn: Phrase("Withdrawn", "已下架")
        }
    }
}

extension PurchaseIntake.Outcome {
    var phrase: Phrase {
        switch self {
        case .credited: Texts.outcomeCredited
        case .alreadyCredited: Texts.outcomeUnchanged
        case .refused: Texts.outcomeRefused
        case .pending: Texts.outcomePending
        case .unattributed: Texts.outcomeUnattributed
        case .refundApplied: Texts.outcomeRefundApplied
        case .remembered: Texts.outcomeRemembered
        }
    }
}

extension AdminRole {
    var phrase: Phrase {
        switch self {
        case .owner: Phrase("Owner", "所有者")
        case .catalogue: Phrase("Catalogue", "目录管理")
        case .support: Phrase("Support", "客服")
        case .accountant: Phrase("Accountant", "会计")
        case .viewer: Phrase("Viewer", "只读")
        }
    }

    /// What it is there for, for whoever chooses one.
    var purpose: Phrase {
        switch self {
        case .owner: Phrase("everything, other admins too", "全部权限，包括管理其他人员")
        case .catalogue: Phrase("items, prices, packs", "商品、价格、充值包")
        case .support: Phrase("users and what they bought", "用户及其购买")
        case .accountant: Phrase("exports and the audit log", "导出与审计日志")
        case .viewer: Phrase("looks, changes nothing", "查看，不作更改")
        }
    }
}

extension Scope {
    /// What a key with it may do.
    var phrase: Phrase {
        switch self {
        case .read: Phrase("balances, statements, catalogue", "余额、流水、目录")
        case .topup: Phrase("orders, top-ups, tokens", "订单、充值、令牌")
        case .spend: Phrase("spends, holds, undos", "消费、预留、撤销")
        case .grant: Phrase("free coins", "赠送金币")
        case .users: Phrase("consent, merges, erasures", "授权、合并、删除用户")
        case .events: Phrase("events", "事件")
        case .export: Phrase("exports", "导出")
        case .catalogue: Phrase("packs, items, prices", "充值包、商品、价格")
        case .support: Phrase("testers, adjustments, unattributed purchases", "测试用户、调整、未归属购买")
        case .audit: Phrase("the audit log", "审计日志")
        case .books: Phrase("settings and periods of the books", "账簿设置与会计期间")
        case .keys: Phrase("API keys and people", "API 密钥与管理员")
        }
    }
}

extension CatalogueDraft.Status {
    var phrase: Phrase {
        switch self {
        case .open: Phrase("Open", "进行中")
        case .published: Phrase("Published", "已发布")
        case .discarded: Phrase("Discarded", "已放弃")
        }
    }
}

extension Publication.Kind {
    var phrase: Phrase {
        switch self {
        case .single: Phrase("Single change", "单项更改")
        case .draft: Phrase("Draft", "草稿")
        case .rollback: Phrase("Rollback", "恢复")
        }
    }
}
