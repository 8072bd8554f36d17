import * as z from 'zod'
import type { Load, Member, Pair } from './commands.ts'
import { connectHttp, type HttpConnection, type Request } from './http-connection.ts'
import type { Connection, Wire } from './wire.ts'

const messageModel = z.object({ message: z.string() })

type Kind = Exclude<Load['wire'], 'socketio' | 'xmpp'>

/** Each member has one stream here, so the id of the member is a name for it. */
const streamNames: Record<Kind, (member: Member) => Pick<Request, 'streamId'>> = {
  bare: () => ({}),
  rapport: ({ id }) => ({ streamId: id }),
}

const posts: Record<Kind, (pair: Pair, text: string) => Request> = {
  bare: ({ conversationId, sender, receiver }, message) => ({
    method: 'POST',
    path: '/message',
    token: '',
    body: JSON.stringify({ conversationId, senderId: sender.id, to: receiver.id, message }),
  }),
  rapport: ({ conversationId, sender }, message) => ({
    method: 'POST',
    path: '/api/v1/message',
    token: sender.token,
    ...streamNames.rapport(sender),
    body: JSON.stringify({ conversationId, message }),
  }),
}

/** Returns a function that takes the text of a stream as it arrives and calls `receive` with each message. */
function eventReader(receive: (text: string) => void) {
  let rest = ''
  return (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (!block.includes('event: new_chat_message')) continue
      const data = /^data: (.+)$/m.exec(block)?.[1] ?? ''
      receive(messageModel.parse(JSON.parse(data)).message)
    }
  }
}

function openStream(
  kind: Kind,
  url: string,
  member: Member,
  receive: (text: string) => void,
): Promise<Connection> {
  const connection = connectHttp(url)
  return new Promise((resolve, reject) => {
    connection.request(
      { method: 'GET', path: `/subscribe/${member.id}`, token: member.token, ...streamNames[kind](member) },
      {
        onHead: (status) =>
          status === 200 ? resolve(connection) : reject(new Error(`the stream answered ${status}`)),
        onData: eventReader(receive),
        onEnd: () => connection.close(),
        onError: reject,
      },
    )
  })
}

/** Server-sent events and POST, as Rapport and the bare server speak them. */
export function createEventStreamWire(kind: Kind, sendTo: string): Wire {
  const idle: HttpConnection[] = []
  const free = (): HttpConnection => {
    const connection = idle.pop()
    if (!connection) return connectHttp(sendTo)
    return connection.isOpen ? connection : free()
  }
  return {
    connect: (url, member, receive) => openStream(kind, url, member, receive),
    send: (pair, text) =>
      new Promise((resolve, reject) => {
        const connection = free()
        let status = 0
        let body = ''
        connection.request(posts[kind](pair, text), {
          onHead: (given) => {
            status = given
          },
          onData: (data) => {
            body += data
          },
          onEnd() {
            idle.push(connection)
            if (status === 200) resolve()
            else reject(new Error(`sending answered ${status}: ${body}`))
          },
          onError: reject,
        })
      }),
  }
}
