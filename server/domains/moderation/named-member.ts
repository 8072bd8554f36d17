export interface NamedMember {
  id: string
  displayName: string
}
