import Expectations
import Glibc
import Testing

@testable import LayoutCore

/// The block of memory with the arrays of a prepared text.
@Suite struct TextStorageTests {
  @Test func arraysAreCopiedOneAfterTheOther() {
    withBlock(byteCount: 24) { block in
      var rest = TextStorage.Rest(block)
      expect(Array(rest.copy([Int32(1), 2, 3])), equals: [1, 2, 3])
      expect(Array(rest.copy([Int64(-4)])), equals: [-4])
      expect(Array(rest.copy([Int32]())), equals: [])
      expect(block.count, equals: 24)
    }
  }

  /// The memory after the block can't be written: writing there would end the process with another signal.
  @Test func anArrayThatDoesNotFitStopsTheProcess() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.exitStatus]) {
      withBlock(byteCount: 8) { block in
        var rest = TextStorage.Rest(block)
        _ = rest.copy([Int64(1), 2])
      }
    }
    expect(result != nil && result?.exitStatus != .signal(SIGSEGV))
  }
}

/// Calls a function with memory right before a page that can be neither read nor written.
private func withBlock(byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
  let page = sysconf(Int32(_SC_PAGESIZE))
  guard let start = mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    start != MAP_FAILED, mprotect(start + page, page, PROT_NONE) == 0
  else { preconditionFailure("Two pages of memory can be had.") }
  defer { munmap(start, 2 * page) }
  body(UnsafeMutableRawBufferPointer(start: start + page - byteCount, count: byteCount))
}
