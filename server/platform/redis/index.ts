export { inspectRedis, type RedisFacts } from './inspect-redis.ts'
export { openRedis, type RedisClients } from './redis.ts'
