import LayoutCore

/// What one row or section header shows, as values.
public nonisolated struct RowContent: Sendable, Equatable {
  public var title: String
  public var preview: String
  /// The line of author and date.
  public var metadata: String
  /// The tooltip of `metadata`: the date in full.
  public var metadataTooltip: String?
  public var thumbnail: Thumbnail
  public var accessory: Accessory
  /// What assistive tools call the row; its position is added by the list.
  public var accessibleName: String

  public init(
    title: String, preview: String = "", metadata: String = "", metadataTooltip: String? = nil,
    thumbnail: Thumbnail = .none, accessory: Accessory = .none, accessibleName: String
  ) {
    self.title = title
    self.preview = preview
    self.metadata = metadata
    self.metadataTooltip = metadataTooltip
    self.thumbnail = thumbnail
    self.accessory = accessory
    self.accessibleName = accessibleName
  }
}

/// The picture at a row's start.
public nonisolated enum Thumbnail: Sendable, Hashable {
  case none
  /// A local image file; the initial stands in until it is decoded, or if it can't be.
  case image(path: String, placeholder: Initial)
  case initial(Initial)
}

/// A letter on a coloured circle.
public nonisolated struct Initial: Sendable, Hashable {
  public var letter: String
  /// Which of the palette's colours; any number.
  public var colorIndex: Int

  public init(letter: String, colorIndex: Int) {
    self.letter = letter
    self.colorIndex = colorIndex
  }

  /// The first letter of a name, and a colour that is always the same for that name.
  public init(of name: String) {
    let first = name.first { $0.isLetter || $0.isNumber }
    letter = first.map { String($0).uppercased() } ?? "•"
    // FNV-1a: Swift's own hash changes with every start.
    let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    colorIndex = Int(hash >> 33)
  }
}
