import Testing

/// The packaged program contains no data of ICU (`meson-helpers/swift-build.sh`): what needs them would fail there, and
/// only there.
struct ICUDataTests {
  /// Parts of Foundation and GRDB that look up locales, calendars, time zones, collation or regular expressions in ICU.
  private static let words = [
    "Locale(", "Locale.", "Calendar(", "Calendar.", "TimeZone(", "TimeZone.", "DateFormatter",
    "NumberFormatter",
    "ISO8601", "FormatStyle", ".formatted(", "NSRegularExpression", "DateComponents", "localizedCompare",
    "localizedCaseInsensitiveCompare", "localizedStandard", "localizedUppercase", "localizedLowercase",
    "localizedCapitalize", "swiftLocalized", "String(format", "databaseDateDecodingStrategy", "inflect",
  ]

  @Test func noSourceNeedsTheDataOfICU() throws {
    for (name, text) in try PackageSources.files(in: "Sources") {
      for line in text.split(separator: "\n") {
        let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
        for word in Self.words where code.contains(word) {
          Issue.record("Sources/\(name) uses \(word), which needs the data of ICU.")
        }
      }
    }
  }
}
