/// Why the desks of people refuse. Pages and the API say it in their own words.
enum PeopleRefusal: Error, Hashable, Sendable {
    /// Name, password or code: which of them is not told.
    case wrongCredentials
    /// The second factor alone is wrong or was used: whoever hears this is logged in or enrolling.
    case wrongCode
    /// Too many failures before; nothing was looked at.
    case tooSoon(waitSeconds: Int64)
    /// Too many passwords are being checked.
    case busy
    case password(PasswordFlaw)
    /// An invitation that is over, used, withdrawn, of somebody else, or none.
    case linkInvalid
    /// The session is over, was ended or replaced.
    case signedOut
    /// The act asks for a second factor that was shown within `Limits.stepUpMs`.
    case stepUpNeeded
    /// Only owners may.
    case ownersOnly
    case adminNotFound
    case sessionNotFound
    case nameTaken
    /// Somebody must be left who can let others in.
    case lastOwner
    /// The origin or token of a form is not of this site's session.
    case crossSite
}

/// What is wrong with a password that somebody wants to have.
enum PasswordFlaw: String, CaseIterable, Hashable, Sendable {
    case tooShort = "too_short"
    case tooLong = "too_long"
    /// Everybody tries it, or it is one thing repeated.
    case tooCommon = "too_common"
    /// It is made of the admin's name.
    case likeName = "like_name"
    /// A new one that is the old one.
    case same
}
