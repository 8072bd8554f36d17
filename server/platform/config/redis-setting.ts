import * as z from 'zod'
import { parseRedisUrl, RedisUrlError } from '#server/platform/redis/redis-url.ts'

/** REDIS_URL in one of its forms. */
export const redisUrl = z.string().superRefine((value, context) => {
  try {
    parseRedisUrl(value)
  } catch (error) {
    if (!(error instanceof RedisUrlError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
})
