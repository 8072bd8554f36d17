export { joinWorkers, type WorkerLink } from './join-workers.ts'
export { superviseWorkers, WorkerFailed } from './supervise-workers.ts'
