import { once } from 'node:events'
import { createServer } from 'node:net'

export interface SmtpServer {
  /** Each mail as received, with its headers. */
  readonly mails: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Repeats the refused address in its answer, as real servers do. */
function answerTo(command: string, refuses: boolean): string {
  if (refuses && command.startsWith('RCPT TO:'))
    return `550 5.1.1 ${command.slice('RCPT TO:'.length)}: unknown\r\n`
  if (command === 'STARTTLS') return '502 5.5.1 not offered\r\n'
  return command === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'
}

/**
 * Accepts every mail, or refuses every recipient; supports as much of the protocol as an unencrypted client needs.
 */
export async function startSmtpServer(port: number, { refuses = false } = {}): Promise<SmtpServer> {
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
        socket.write(answerTo(part, refuses))
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
