import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The given address, through the proxy. */
  readonly url: string
  /** Closes every connection without a response and refuses new ones, like a server that is being restarted. */
  refuse(): Promise<void>
  /** Accepts connections and forwards nothing, like a server that was stopped with SIGSTOP. */
  hang(): void
  /** Forwards everything again, including delayed data. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** A TCP proxy in front of PostgreSQL or Redis that can simulate their failures. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far]
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const one of pair) one.destroy()
      })
    }
    near.pipe(far).pipe(near)
    if (isHanging) for (const socket of pair) socket.pause()
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  async function refuse() {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    if (server.listening) await closed
  }
  return {
    url: through.href,
    refuse,
    hang() {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      isHanging = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: refuse,
  }
}
