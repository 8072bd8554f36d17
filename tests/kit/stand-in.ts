/** Returns a stand-in for an object that `read` returns later. Reading it earlier, while the file is loaded, throws. */
export function standIn<Value extends object>(read: () => Value | undefined): Readonly<Value> {
  function running(): Value {
    const value = read()
    if (!value) throw new Error('Not running: read it in a hook or a test, not while the file is loaded.')
    return value
  }
  return new Proxy<Value>(Object.create(null), {
    get: (_, key) => Reflect.get(running(), key),
    has: (_, key) => Reflect.has(running(), key),
    ownKeys: () => Reflect.ownKeys(running()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(running(), key),
  })
}
