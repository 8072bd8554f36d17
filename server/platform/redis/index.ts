export { openRedis, type RedisClients } from './redis.ts'
