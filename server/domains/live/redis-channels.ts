/** Gathers channels that are subscribed in the same turn of the event loop into one command. */
export function createGatheredChannels(subscribe: (channels: string[]) => Promise<unknown>) {
  const channels: string[] = []
  let next: PromiseWithResolvers<unknown> | null = null

  function send() {
    const sent = next
    if (!sent) return
    next = null
    subscribe(channels.splice(0)).then(sent.resolve, sent.reject)
  }

  return {
    send,
    /** Resolves once the channel is subscribed. */
    async add(channel: string) {
      channels.push(channel)
      if (!next) {
        next = Promise.withResolvers()
        setImmediate(send)
      }
      await next.promise
    },
  }
}
