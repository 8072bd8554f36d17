import { connect as connectSocket, type Socket } from 'node:net'
import type { Member } from './commands.ts'
import type { Connection, Wire } from './wire.ts'
import { xmlReader } from './xml-reader.ts'

/** The host that ejabberd serves here, and the password of all members. */
export const XMPP = { domain: 'bench.local', password: 'secret' } as const

const STREAM = `<?xml version='1.0'?><stream:stream to='${XMPP.domain}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`
const BIND = `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>`
/** Any answer to the ping says that the presence before it was handled. */
const APPEAR = `<presence/><iq type='get' id='ping'><ping xmlns='urn:xmpp:ping'/></iq>`
const ENABLE = `<enable xmlns='urn:xmpp:sm:3'/>`
const ASK = `<r xmlns='urn:xmpp:sm:3'/>`

const authOf = ({ id }: Member) =>
  `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${Buffer.from(`\0${userOf(id)}\0${XMPP.password}`).toString('base64')}</auth>`
/** The name of a member's account. */
export const userOf = (id: string) => `u${id}`

/**
 * A connection of XMPP. The server acknowledges what it has stored with the count of stream management (XEP-0198), as
 * phones use it.
 */
class XmppConnection implements Connection {
  readonly #socket: Socket
  readonly #member: Member
  readonly #receive: (text: string) => void
  readonly #waiting: (() => void)[] = []
  #acknowledged = 0
  #ready: () => void = () => undefined

  constructor(url: string, member: Member, receive: (text: string) => void) {
    const { hostname, port } = new URL(url)
    this.#socket = connectSocket({ host: hostname, port: Number(port), noDelay: true }).setEncoding('utf8')
    this.#member = member
    this.#receive = receive
  }

  open(): Promise<this> {
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      this.#ready = () => resolve(this)
      const read = xmlReader((name, element) => this.#take(name, element, reject))
      socket.on('connect', () => socket.write(STREAM))
      socket.on('data', (chunk) => read(chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the connection was closed')))
    })
  }

  get isOpen() {
    return this.#socket.readyState === 'open'
  }

  send(to: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#socket.write(
        `<message to='${userOf(to)}@${XMPP.domain}' type='chat'><body>${text}</body></message>${ASK}`,
      )
    })
  }

  close() {
    this.#socket.destroy()
  }

  #take(name: string, element: string, reject: (error: Error) => void) {
    const socket = this.#socket
    if (name === 'stream:features') socket.write(element.includes('<bind') ? BIND : authOf(this.#member))
    else if (name === 'success') socket.write(STREAM)
    else if (name === 'iq') socket.write(element.includes('<bind') ? APPEAR : ENABLE)
    else if (name === 'enabled') this.#ready()
    else if (name === 'a') this.#settle(Number(/h='(\d+)'/.exec(element)?.[1]))
    else if (name === 'message') {
      const body = /<body>([^<]*)</.exec(element)?.[1]
      if (body) this.#receive(body)
    } else if (name !== 'presence' && name !== 'r') reject(new Error(element))
  }

  #settle(handled: number) {
    for (; this.#acknowledged < handled; this.#acknowledged += 1) this.#waiting.shift()?.()
  }
}

/** XMPP on bare sockets, with passwords in plain text. */
export function createXmppWire(): Wire {
  const connections = new Map<string, XmppConnection>()
  return {
    async connect(url, member, receive) {
      const connection = await new XmppConnection(url, member, receive).open()
      connections.set(member.id, connection)
      return connection
    },
    async send({ sender, receiver }, text) {
      const connection = connections.get(sender.id)
      if (!connection) throw new Error('the sender has no connection')
      await connection.send(receiver.id, text)
    },
  }
}
