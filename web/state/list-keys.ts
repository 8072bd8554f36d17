/** The query keys of the lists: their paths. */
export const CONVERSATIONS = '/api/v1/conversations'
export const NEARBY = '/api/v1/near-by'
export const KEPT = '/api/v1/kept'
