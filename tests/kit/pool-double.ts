import pg from 'pg'

/** A pool that never connects, with these methods in place of its own. */
export const poolWith = <Methods extends object>(methods: Methods) => Object.assign(new pg.Pool(), methods)
