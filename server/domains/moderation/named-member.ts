/** A member or a member of staff, as the moderation console names them. */
export interface NamedMember {
  id: string
  displayName: string
}
