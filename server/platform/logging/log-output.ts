import { type DestinationStream, pino } from 'pino'

/**
 * Creates the output of a log. Without a reader, such as after the terminal was closed, it drops the lines: otherwise the
 * logger would repeat the failed write forever, and the process could not stop.
 */
export function createLogOutput(fileDescriptor: 1 | 2): DestinationStream {
  const output = pino.destination({ dest: fileDescriptor, sync: true })
  let isBroken = false
  output.on('error', () => {
    isBroken = true
  })
  return {
    write(line) {
      if (!isBroken) output.write(line)
    },
  }
}
