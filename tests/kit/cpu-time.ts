// Node.js 22 knows only the time of the whole process, which is a little more.
const usage = process.threadCpuUsage ?? process.cpuUsage

/**
 * Returns the CPU time of this work in the calling thread, in milliseconds. Unlike elapsed time, it does not grow
 * while other programs use the processor.
 */
export function cpuTimeOf(task: () => unknown): number {
  const before = usage()
  task()
  const { user, system } = usage(before)
  return (user + system) / 1_000
}
