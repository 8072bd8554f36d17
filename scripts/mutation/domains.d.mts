/** What a mutation run changes in each domain, as globs, and the tests that must notice it. */
export const DOMAINS: Record<string, { aim: number; mutate: string[]; tests: string[] }>
