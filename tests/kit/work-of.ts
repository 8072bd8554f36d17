// Node 22 knows the time of the whole process alone, which is a little more.
const usage = process.threadCpuUsage ?? process.cpuUsage

/**
 * Returns how long the processor worked on this for the calling thread, in milliseconds. Unlike the time that passes, it does
 * not grow while other programs use the processor.
 */
export function workOf(task: () => unknown): number {
  const before = usage()
  task()
  const { user, system } = usage(before)
  return (user + system) / 1_000
}
