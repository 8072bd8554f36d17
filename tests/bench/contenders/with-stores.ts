import { type Stores, startStores } from './stores.ts'

/** Starts the stores for this work, and stops them after it. */
export async function withStores<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await startStores()
  try {
    return await work(stores)
  } finally {
    await stores[Symbol.asyncDispose]()
  }
}
