/**
 * A process that hashes passwords as the server does, and prints by how many MiB its resident memory has grown after all
 * hashes are done. Each thread of Node's pool has hashed several by then.
 */
import { createPasswords } from '#server/domains/accounts/passwords.ts'

const AT_ONCE = 8
const ROUNDS = 2

const passwords = await createPasswords()
const before = process.memoryUsage.rss()
for (let round = 0; round < ROUNDS; round += 1)
  await Promise.all(Array.from({ length: AT_ONCE }, () => passwords.hash('Monsoon-2026')))
process.stdout.write(String(Math.round((process.memoryUsage.rss() - before) / 2 ** 20)))
