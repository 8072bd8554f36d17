/** The clients of `idle-streams.ts`: asked for a number, they open that many more streams and keep them. */
import { connect } from 'node:net'

const port = Number(process.argv[2])
const AT_ONCE = 100

const open = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!text.includes('event: ready')) return
      socket.off('data', onData)
      socket.resume()
      resolve()
    }
    socket.on('data', onData)
    socket.once('error', reject)
    socket.write(
      `GET /subscribe/${crypto.randomUUID()} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n` +
        `Authorization: Bearer ${'x'.repeat(43)}\r\n\r\n`,
    )
  })

process.on('message', (count) => {
  let left = Number(count)
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await open()
    }
  }
  Promise.all(Array.from({ length: AT_ONCE }, worker)).then(() => process.send?.({}))
})
