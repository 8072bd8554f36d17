/** The ways in which Node hands data to the kernel. */
const WRITES = [
  'writev',
  'writeBuffer',
  'writeUtf8String',
  'writeAsciiString',
  'writeLatin1String',
  'writeUcs2String',
]

/**
 * Calls the listener for each write to a connected socket. It listens at the socket's handle: one write there is one call to the
 * kernel. Streams, corks and buffers above it do not change that.
 */
export function onEachWrite(socket: object, listener: () => void): void {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return
  for (const name of WRITES) {
    const write: unknown = Reflect.get(handle, name)
    if (typeof write !== 'function') continue
    Reflect.set(handle, name, (...input: unknown[]) => {
      listener()
      return Reflect.apply(write, handle, input)
    })
  }
}
