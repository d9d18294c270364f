/// The areas of the image maps of a text, which are links (HTML Living Standard, sections 4.8.13 and 4.8.14).
///
/// A picture and its map stand in any order, and a map may be hidden, so that all are read when the first picture uses one.
struct ImageMaps {
  struct Area: Hashable {
    let reference: String
    /// Nil if the area has none.
    let words: String?
  }

  private var maps: [[Area]] = []
  private var indices: [String: Int] = [:]

  /// - Complexity: O(length), once for an article.
  init(from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
    var skipper = HTMLSkipper()
    var isInMap = false
    var position = start
    while let tag = HTMLTag.next(from: position, before: end) {
      position = tag.end
      if tag.kind == .start, HTMLSkipper.isRaw(tag.name) {
        position = HTMLSkipper.rawText(of: tag, before: end).next
      } else if tag.kind == .start, tag.name.equalsIgnoringCase("template") {
        position = skipper.end(of: tag, before: end)
      } else if tag.name.equalsIgnoringCase("map") {
        isInMap = tag.kind == .start
        if isInMap { begin(tag) }
      } else if isInMap, tag.kind == .start, tag.name.equalsIgnoringCase("area") {
        add(tag)
      }
    }
  }

  private mutating func begin(_ map: HTMLTag) {
    for name in [map.value(of: "name"), map.value(of: "id")].compactMap({ $0 }) where indices[name] == nil {
      indices[name] = maps.count
    }
    maps.append([])
  }

  private mutating func add(_ area: HTMLTag) {
    guard let reference = area.value(of: "href"), !reference.isEmpty else { return }
    let words = ["alt", "title", "aria-label"].lazy.compactMap { (name: StaticString) in
      area.value(of: name).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
    maps[maps.count - 1].append(Area(reference: reference, words: words.first { !$0.isEmpty }))
  }

  /// The areas of the map with a name that lead somewhere, each link once; an area without words counts only if no other one
  /// leads to the same place (section 4.8.14.2). None if another picture took them: one place for each is enough, and many
  /// pictures with one map would be more links than the text is long.
  mutating func takeAreas(of name: String) -> [Area] {
    guard let index = indices.removeValue(forKey: name) else { return [] }
    let areas = maps[index]
    maps[index] = []
    let named = Set(areas.filter { $0.words != nil }.map(\.reference))
    var known: Set<Area> = []
    return areas.filter {
      ($0.words != nil || !named.contains($0.reference)) && known.insert($0).inserted
    }
  }
}

extension ArticleReader {
  /// Adds the links of the map that a picture uses, one a line. Pictures on the web are shown as their words, and then the
  /// links of their areas are shown with them (section 4.8.14.2); the lines are below a picture that is drawn, too, where
  /// the keyboard and assistive tools find them.
  mutating func addAreas(of picture: HTMLTag) {
    guard picture.mentions("usemap"), let name = picture.value(of: "usemap"),
      let hash = name.firstIndex(of: "#"), let sourceStart, let sourceEnd
    else { return }
    if imageMaps == nil { imageMaps = ImageMaps(from: sourceStart, before: sourceEnd) }
    var lines = ""
    var runs: [ArticleRun] = []
    for area in imageMaps?.takeAreas(of: String(name[hash...].dropFirst())) ?? [] {
      guard let target = linkTarget(area.reference) else { continue }
      if !lines.isEmpty { lines += "\n" }
      let start = lines.utf8.count
      lines += area.words ?? target
      runs.append(ArticleRun(range: start..<lines.utf8.count, link: target))
    }
    if !runs.isEmpty { add(.caption, lines, runs) }
  }
}
