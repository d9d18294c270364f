/// Where the sections of each file are in the list: with thousands of files, nothing may look through all sections for
/// each of them.
struct SectionPlaces {
  struct Place: Equatable {
    var first: Int
    var last: Int
    /// Sections of the file; fewer than from first to last if others were inserted between them.
    var count: Int
  }

  private var places: [String: Place] = [:]

  /// - Complexity: O(sections).
  init(of sections: [LibrarySection] = []) {
    for (index, section) in sections.enumerated() {
      if let path = section.path { note(path, at: index) }
    }
  }

  /// - Complexity: O(1).
  subscript(path: String) -> Place? { places[path] }

  private mutating func note(_ path: String, at index: Int) {
    places[path, default: Place(first: index, last: index, count: 0)].count += 1
    places[path]!.last = index
  }

  /// Follows the insertion of one section.
  ///
  /// - Parameter sections: After the insertion.
  /// - Complexity: O(sections behind the new one).
  mutating func inserted(at index: Int, in sections: [LibrarySection]) {
    var moved: Set<String> = []
    for section in sections[(index + 1)...] {
      guard let path = section.path, moved.insert(path).inserted else { continue }
      if places[path]!.first >= index { places[path]!.first += 1 }
      if places[path]!.last >= index { places[path]!.last += 1 }
    }
    guard let path = sections[index].path else { return }
    guard var place = places[path] else {
      places[path] = Place(first: index, last: index, count: 1)
      return
    }
    place.first = min(place.first, index)
    place.last = max(place.last, index)
    place.count += 1
    places[path] = place
  }
}
