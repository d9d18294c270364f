import CGtk
import Dispatch

/// The memory that is allocated with `malloc`, as all objects and texts are.
public nonisolated enum HeapMemory {
  /// Limits the number of heaps that threads share. By default there are eight for each processor, and each keeps what fits
  /// no other request of its threads.
  ///
  /// - Parameter count: At least 1. Call it before other threads are started.
  public static func limitHeaps(to count: Int) { mallopt(M_ARENA_MAX, Int32(clamping: count)) }

  /// Takes memory from the system in large steps, and keeps it. This is for programs that read files and end: the heap of a
  /// thread takes a page or a few at a time by default, and while one thread asks for memory, no other one gets any.
  ///
  /// Call it before other threads are started.
  public static func keepMemory() {
    mallopt(M_TOP_PAD, 16 << 20)
    mallopt(M_TRIM_THRESHOLD, .max)
    // The greatest that the C library accepts.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
  }

  /// Returns freed memory to the system. Blocks that lived for a short time leave gaps among those that stay, and each
  /// thread has a heap of its own: without this, the process keeps the memory of its busiest moment.
  ///
  /// - Complexity: O(heap): about 0.1 ms for each megabyte.
  public static func trim() { malloc_trim(0) }

  /// Does the same on another thread: by default soon, and again when other threads, which keep some of what they freed, have
  /// ended.
  ///
  /// - Parameter delays: In milliseconds.
  public static func trimLater(after delays: [Int] = [500, 6_000]) {
    for delay in delays {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delay)) { trim() }
    }
  }
}
