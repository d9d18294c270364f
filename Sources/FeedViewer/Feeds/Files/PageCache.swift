import Glibc

/// What the system keeps of files in memory.
enum PageCache {
  private static let sampleCount = 16

  /// Whether a part of a file seems to be in memory: it is at the places that are looked at, which are spread over it. Also if
  /// the system does not tell, as it does only to those who may write to the file.
  ///
  /// - Complexity: O(1); nothing is read.
  static func seemsToHold(_ range: Range<Int>, of file: Int32) -> Bool {
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    for sample in 0..<sampleCount {
      let offset = range.lowerBound + range.count / sampleCount * sample + range.count / sampleCount / 2
      let page = mmap(nil, pageSize, PROT_READ, MAP_SHARED, file, off_t(offset / pageSize * pageSize))
      guard let page, page != MAP_FAILED else { return true }
      defer { munmap(page, pageSize) }
      var isResident: UInt8 = 1
      if mincore(page, pageSize, &isResident) == 0, isResident & 1 == 0 { return false }
    }
    return true
  }
}
