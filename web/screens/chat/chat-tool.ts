/** What a member can do about a partner from the bar of the chat. */
export type ChatTool = 'keep' | 'letGo' | 'clear' | 'block' | 'report'
