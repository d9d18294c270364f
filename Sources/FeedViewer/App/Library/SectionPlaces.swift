import FeedViewerBase

/// The positions of each file's sections in the list, so that with thousands of files no operation on one file looks
/// through all sections.
struct SectionPlaces {
  /// The sections of a file follow each other.
  struct Place: Equatable {
    var first: Int
    var last: Int

    var sections: ClosedRange<Int> { first...last }
    var count: Int { sections.count }
  }

  private var places: [FilePath: Place] = [:]

  /// - Complexity: O(sections).
  init(of sections: [LibrarySection] = []) {
    for (index, section) in sections.enumerated() { note(section, at: index) }
  }

  /// - Complexity: O(1).
  subscript(path: FilePath) -> Place? { places[path] }

  private mutating func note(_ section: LibrarySection, at index: Int) {
    guard let path = section.path else { return }
    places[path, default: Place(first: index, last: index)].last = index
  }

  /// Records the insertion of one section after those of its file.
  ///
  /// - Parameter sections: The sections after the insertion.
  /// - Complexity: O(sections after the new one).
  mutating func inserted(at index: Int, in sections: [LibrarySection]) {
    for path in Set(sections[(index + 1)...].compactMap(\.path)) {
      places[path]!.first += 1
      places[path]!.last += 1
    }
    note(sections[index], at: index)
  }
}
