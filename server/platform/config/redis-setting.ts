import * as z from 'zod'
import { parseRedisUrl, RedisUrlError } from '#server/platform/redis/redis-url.ts'
import { isUnambiguous, UNENCODED } from './address-setting.ts'

/** REDIS_URL in one of its forms. */
export const redisUrl = z.string().superRefine((value, context) => {
  if (!isUnambiguous(value)) return context.addIssue({ code: 'custom', message: UNENCODED })
  try {
    parseRedisUrl(value)
  } catch (error) {
    if (!(error instanceof RedisUrlError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
})
