import type { ExecutionArgs, ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RateLimitTracker } from '#server/platform/rate-limits/rate-limit-usage.ts'

type Executed = ExecutionResult | AsyncIterable<ExecutionResult>

/** Adds `extensions.rateLimit` to results: what is left of the limit nearest to exhaustion, over HTTP and WebSocket. */
export const rateLimitPlugin = (tracker: RateLimitTracker): Plugin => ({
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn((args: ExecutionArgs) =>
      tracker.run(async (closest): Promise<Executed> => {
        const result: Executed = await executeFn(args)
        const rateLimit = closest()
        if (!rateLimit || Symbol.asyncIterator in result) return result
        return { ...result, extensions: { ...result.extensions, rateLimit } }
      }),
    )
  },
})
