/// What is declared of a box along one axis (CSS 2.2, sections 8.4, 10.4 and 10.7).
struct DeclaredExtent {
  /// A length of a box (CSS Values 4, sections 5 and 6).
  enum Length {
    case pixels(Double)
    /// Of the box around.
    case percentage(Double)
    /// Nothing is declared, in effect.
    case automatic
    /// Only layout knows it.
    case unknown

    /// Nil for what is no length.
    init?(_ value: String) {
      let number = value.prefix { "0123456789.+-".contains($0) }
      let unit = value[number.endIndex...]
      guard !number.isEmpty else {
        switch value {
        case "auto", "none", "initial", "unset", "revert", "revert-layer": self = .automatic
        case "inherit", "min-content", "max-content", "fit-content", "stretch": self = .unknown
        case _ where value.hasSuffix(")") || value.hasPrefix("-"): self = .unknown
        default: return nil
        }
        return
      }
      guard let amount = Double(number), amount >= 0,
        unit.utf8.allSatisfy({ ASCII.isLetter($0) || $0 == 0x25 })
      else { return nil }
      if unit == "%" {
        self = .percentage(amount)
      } else if amount == 0 {
        self = .pixels(0)
      } else if let pixels = Self.units[String(unit)] {
        self = .pixels(amount * pixels)
      } else {
        guard !unit.isEmpty else { return nil }
        self = .unknown
      }
    }

    /// With the fonts of the ordinary text.
    private static let units: [String: Double] = [
      "px": 1, "rem": 16, "em": 16, "ex": 8, "ch": 8, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54,
      "mm": 9.6 / 2.54, "q": 2.4 / 2.54,
    ]

    var isZero: Bool {
      switch self {
      case .pixels(let amount), .percentage(let amount): amount == 0
      case .automatic, .unknown: false
      }
    }
  }

  var size: Length?
  var least: Length?
  var most: Length?
  var paddingBefore: Length?
  var paddingAfter: Length?
  /// Whether percentages are those of a length that is known: heights of boxes mostly depend on their content, and then a
  /// percentage is none (CSS 2.2, sections 10.5 and 10.7).
  let hasKnownWhole: Bool

  init(hasKnownWhole: Bool) { self.hasKnownWhole = hasKnownWhole }

  /// Whether there is no room, not even in the padding, in which content may stand that overflows.
  var isNothing: Bool {
    limit(attribute: nil) == 0 && [paddingBefore, paddingAfter].allSatisfy { $0?.isZero ?? true }
  }

  /// The largest length, in CSS pixels; nil if only layout knows it.
  ///
  /// - Parameter attribute: The length in an attribute of HTML, which counts where no style is (HTML Living Standard, section
  ///   15.4.3).
  func limit(attribute: Int?) -> Double? {
    let bounds = [size.map(bound) ?? attribute.map(Double.init), most.flatMap(bound)].compactMap { $0 }
    guard let bound = bounds.min() else { return nil }
    switch least {
    case nil, .automatic?, .percentage(0)?: return bound
    case .pixels(let amount)?: return max(bound, amount)
    case .percentage?, .unknown?: return nil
    }
  }

  private func bound(_ length: Length) -> Double? {
    switch length {
    case .pixels(let amount): amount
    case .percentage(0) where hasKnownWhole: 0
    case .percentage, .automatic, .unknown: nil
    }
  }
}
