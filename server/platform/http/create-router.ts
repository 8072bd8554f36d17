import Router from '@koa/router'

/** Creates a router for exact paths: with the case of the contract, and without another slash at the end. */
export const createRouter = () => new Router({ sensitive: true, strict: true })
