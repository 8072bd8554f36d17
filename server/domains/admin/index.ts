export { type Admin, createAdmin } from './admin.ts'
export type { LiveFigures, MinuteFigures } from './figures.ts'
export { readWaitingWork, recountLists, removeFromLaunchList } from './operator-lists.ts'
export type { UserDetail, VisibleUser } from './user-detail.ts'
