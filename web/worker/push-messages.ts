/** Adds what the worker does with push messages. */
export function addPushMessages(_scope: ServiceWorkerGlobalScope): void {}
