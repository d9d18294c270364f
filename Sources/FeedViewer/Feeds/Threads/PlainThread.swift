import Glibc

/// Threads that nothing else uses.
package enum PlainThread {
  /// Starts a thread. The caller joins or detaches it.
  ///
  /// - Returns: Nil if the system starts no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let memory = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    memory.initialize(to: body)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let memory = argument?.assumingMemoryBound(to: (@Sendable () -> Void).self) {
          let body = memory.move()
          memory.deallocate()
          body()
        }
        return nil
      }, memory)
    guard status == 0 else {
      memory.deinitialize(count: 1)
      memory.deallocate()
      return nil
    }
    return thread
  }
}
