import Expectations
import Glibc
import Testing

@testable import FeedViewer

/// Large files are read by threads that give way to the window.
struct PatientThreadsTests {
  @concurrent
  private nonisolated static func niceness() async -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test func patientThreadsHaveALowerPriorityAndDoAllJobs() async {
    // They have a lower priority than others.
    let own = await Self.niceness()
    let patient = await withTaskExecutorPreference(PatientThreads.shared) { await Self.niceness() }
    expect(patient, equals: own + 10)
    // No other thread got it.
    for _ in 0..<20 { await expect(Self.niceness(), equals: own) }
    // More jobs than threads are done.
    let tasks = (0..<100).map { number in
      Task(executorPreference: PatientThreads.shared) {
        await Task.yield()
        return number
      }
    }
    var sum = 0
    for task in tasks { sum += await task.value }
    expect(sum, equals: 4_950)
  }
}
