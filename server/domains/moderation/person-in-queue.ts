export interface PersonInQueue {
  id: string
  displayName: string
}
