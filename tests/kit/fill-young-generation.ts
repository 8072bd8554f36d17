/** Prints the size of V8's young generation in MiB, after many objects were in use for a while. Run by a test. */
import { getHeapSpaceStatistics } from 'node:v8'

const ROUNDS = 25
const KEPT = 200_000

for (let round = 0; round < ROUNDS; round += 1) Array.from({ length: KEPT }, (_, index) => [index])
const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
process.stdout.write(String((young?.space_size ?? 0) / 1_048_576))
