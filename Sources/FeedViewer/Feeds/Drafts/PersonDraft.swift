/// A person construct while it is being read.
struct PersonDraft {
  enum Owner { case feed, entry, source, contributor }

  /// Where a text stands: in one of the elements inside, or beside them.
  enum Part { case name, address, page, own }

  var owner = Owner.feed
  var rank: UInt8 = 0
  private var own = ""
  private var name = ""
  private var address = ""
  private var page = ""

  init() {}

  init(_ owner: Owner, rank: UInt8) {
    self.owner = owner
    self.rank = rank
  }

  mutating func append(_ text: String, to part: Part) {
    let length = own.utf8.count + name.utf8.count + address.utf8.count + page.utf8.count
    guard length + text.utf8.count < 65_536 else { return }
    switch part {
    case .name: name += text
    case .address: address += text
    case .page: page += text
    case .own: own += text
    }
  }

  /// The name, else the mail address, else the address of a page about the person (RFC 4287, section 3.2).
  var result: String? {
    PersonName.read(name) ?? PersonName.read(own) ?? PersonName.read(address) ?? PersonName.read(page)
  }
}
