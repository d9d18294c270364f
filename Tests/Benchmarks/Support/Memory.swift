import Foundation
import Glibc

/// Measures the heap memory of code.
nonisolated enum Memory {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  nonisolated(unsafe) private static var original: Allocate?
  nonisolated(unsafe) private static var count = 0

  /// The number of objects (arrays, dictionaries, strings, boxes) that Swift's runtime allocates while `body` runs; nil
  /// if this runtime can't be observed.
  ///
  /// The runtime calls through a pointer, which profilers use too, while a flag beside it is set.
  static func allocations(_ body: () -> Void) -> Int? {
    guard let library = dlopen(nil, RTLD_NOW), let hook = dlsym(library, "_swift_allocObject"),
      let flag = dlsym(
        library, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
    else { return nil }
    let pointer = hook.assumingMemoryBound(to: Allocate?.self)
    let isWatched = flag.assumingMemoryBound(to: Bool.self)
    original = pointer.pointee
    count = 0
    pointer.pointee = { metadata, size, alignment in
      Memory.count += 1
      return Memory.original?(metadata, size, alignment)
    }
    isWatched.pointee = true
    body()
    isWatched.pointee = false
    pointer.pointee = original
    return count
  }

  /// The bytes of memory that `make` adds to the process.
  ///
  /// Blocks of 64 KiB and more are returned to the system as soon as they are free, so that temporary memory does
  /// not count.
  static func bytesInUse<Value>(by make: () -> Value) -> (value: Value, bytes: Int) {
    _ = setMallocOption(mmapThreshold, 65536)
    let before = residentBytes
    let value = make()
    return (value, residentBytes - before)
  }

  /// Resets the peak.
  /// - Returns: The resident memory, in bytes.
  static func resetPeak() -> Int {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return residentBytes
  }

  /// The peak resident memory of the process since the last reset, in bytes.
  static var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
  }

  /// The allocated bytes of the heap, as the allocator counts them.
  static var heapBytes: Int {
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&buffer, &size) else { return 0 }
    _ = writeMallocInfo(0, stream)
    fclose(stream)
    defer { free(buffer) }
    guard let buffer else { return 0 }
    // The totals come after the arenas: memory from the system, without free memory, and mapped memory.
    let text = String(cString: buffer)
    let sums = text.components(separatedBy: "</heap>").last ?? ""
    func bytes(_ element: String) -> Int {
      guard let line = sums.split(separator: "\n").first(where: { $0.contains(element) }),
        let value = line.components(separatedBy: "size=\"").last?.split(separator: "\"").first
      else { return 0 }
      return Int(value) ?? 0
    }
    return bytes("<system type=\"current\"") - bytes("<total type=\"fast\"") - bytes("<total type=\"rest\"")
      + bytes("<total type=\"mmap\"")
  }

  private static let mmapThreshold: Int32 = -3

  /// The resident bytes of the process, with memory that the allocator keeps free.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let fields = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}

// Glibc's module leaves these out.
@_silgen_name("mallopt")
nonisolated private func setMallocOption(_ option: Int32, _ value: Int32) -> Int32

@_silgen_name("malloc_info")
nonisolated private func writeMallocInfo(_ options: Int32, _ stream: UnsafeMutablePointer<FILE>) -> Int32
