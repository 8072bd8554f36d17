import { once } from 'node:events'
import { createServer } from 'node:net'

export interface SmtpServer {
  /** Each mail as it came over the wire, headers and all. */
  readonly mails: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Takes every mail; enough of the protocol for one that is sent plainly. */
export async function startSmtpServer(port: number): Promise<SmtpServer> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let unread = ''
    let data = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      unread += chunk
      for (;;) {
        const end = data ? '\r\n.\r\n' : '\r\n'
        const at = unread.indexOf(end)
        if (at < 0) return
        const part = unread.slice(0, at)
        unread = unread.slice(at + end.length)
        if (data) mails.push(part)
        else if (part === 'QUIT') return socket.end('221 bye\r\n')
        data = part === 'DATA'
        socket.write(data ? '354 go on\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => undefined)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    mails,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
