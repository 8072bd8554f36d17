import { Redis } from 'ioredis'

/**
 * A client that sends the commands of one turn of the event loop with one write. ioredis writes each by itself; in its
 * automatic pipelines, commands also wait for the pipeline before (decision 48).
 */
export class GatheringClient extends Redis {
  #isGathering = false

  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    if (!this.#isGathering) this.#gather()
    return super.sendCommand(...sent)
  }

  #gather() {
    // Before the first connection there is none.
    const stream: Redis['stream'] | undefined = this.stream
    if (!stream) return
    this.#isGathering = true
    stream.cork()
    setImmediate(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
