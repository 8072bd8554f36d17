import type { RawStream } from '../raw-stream.ts'

/** Resolves once the stream has received this many events of this name. Rejects when it ends before. */
export function untilEvents({ socket, events }: RawStream, name: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (events().filter(({ event }) => event === name).length < count) return
      socket.off('data', look)
      resolve()
    }
    socket.on('data', look)
    socket.once('close', () => reject(new Error(`the stream ended before ${count} events ${name}`)))
    look()
  })
}
