import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Group {
  interests: readonly string[]
  /** `{interest}` stands for the interest. */
  questions: readonly MessageDescriptor[]
}

const BEGINNING = msg({
  message: 'What got you into {interest}?',
  comment: 'An interest is a word such as jazz, or what a member typed',
})

/** Every suggested interest belongs to one of these groups. */
// biome-ignore format: the lists are read as lists of words
export const GROUPS: readonly Group[] = [
  {
    interests: [
      'Classical music', 'Electronic music', 'Flamenco', 'Folk music', 'Hip hop', 'Indie music', 'Jazz',
      'Live music', 'Metal music', 'Musicals', 'Opera', 'Rock music', 'Sufi music', 'Vinyl records',
    ],
    questions: [
      BEGINNING,
      msg`What have you had on repeat lately?`,
      msg`What is the best concert you have been to?`,
      msg`What would you play to someone who doesn’t like {interest}?`,
    ],
  },
  {
    interests: ['Choir singing', 'Guitar', 'Piano', 'Singing', 'Tabla', 'Violin'],
    questions: [
      BEGINNING,
      msg`What do you play or sing when no one is listening?`,
      msg`Which piece is still too hard for you?`,
      msg`Who would you love to make music with for one evening?`,
    ],
  },
  {
    interests: ['Ballet', 'Dance', 'Tango'],
    questions: [
      BEGINNING,
      msg`Where do you go to dance?`,
      msg`Which music always makes you dance?`,
      msg`What was the hardest thing to learn?`,
    ],
  },
  {
    interests: [
      'Acting', 'Anime', 'Cinema', 'Comedy', 'Documentaries', 'Improv', 'Stand-up comedy', 'Theatre',
      'Podcasts', 'Radio',
    ],
    questions: [
      BEGINNING,
      msg`What did you last see or hear that stayed with you?`,
      msg`What would you recommend to someone who is new to {interest}?`,
      msg`What is overrated, and what should more people know about?`,
    ],
  },
  {
    interests: [
      'Blogging', 'Book clubs', 'Comics', 'Fantasy novels', 'Novels', 'Poetry', 'Reading',
      'Science fiction', 'Short stories', 'Urdu poetry', 'Writing',
    ],
    questions: [
      BEGINNING,
      msg`What are you reading at the moment?`,
      msg`Which book would you give to a stranger?`,
      msg`Which line do you know by heart?`,
    ],
  },
  {
    interests: ['Languages', 'Translation'],
    questions: [
      BEGINNING,
      msg`Which word do you wish every language had?`,
      msg`Which language would you learn next, and why?`,
      msg`What was your funniest mistake in another language?`,
    ],
  },
  {
    interests: [
      'Baking', 'Beer brewing', 'Bread', 'Cheese', 'Coffee', 'Cooking', 'Fermentation', 'Food markets',
      'Recipes', 'Street food', 'Tea', 'Vegan cooking', 'Wine',
    ],
    questions: [
      BEGINNING,
      msg`What is the best thing you have tasted this month?`,
      msg`What do you make when you want to impress someone?`,
      msg`Which taste brings back a memory?`,
    ],
  },
  {
    interests: [
      'Calligraphy', 'Carpentry', 'Ceramics', 'Drawing', 'Embroidery', 'Jewellery making', 'Knitting',
      'Leatherwork', 'Origami', 'Painting', 'Pottery', 'Quilting', 'Restoration', 'Sculpture', 'Sewing',
      'Woodworking',
    ],
    questions: [
      BEGINNING,
      msg`What are you working on right now?`,
      msg`What was the first thing you made that you were proud of?`,
      msg`Which project do you still want to finish?`,
    ],
  },
  {
    interests: ['Bird photography', 'Film photography', 'Photography', 'Street photography'],
    questions: [
      BEGINNING,
      msg`What did you take a picture of last?`,
      msg`Which of your pictures would you hang on a wall?`,
      msg`What do you look for before you take a picture?`,
    ],
  },
  {
    interests: ['Architecture', 'Art history', 'Collecting', 'Fashion', 'Interior design', 'Museums', 'Web design'],
    questions: [
      BEGINNING,
      msg`What could you look at for an hour?`,
      msg`What have you seen lately that was really well made?`,
      msg`What does everyone else find beautiful, but you don’t?`,
    ],
  },
  {
    interests: [
      'Backpacking', 'Birding', 'Bouldering', 'Camping', 'Canoeing', 'Climbing', 'Fishing', 'Foraging',
      'Hiking', 'Kayaking', 'Mountaineering', 'Nature', 'Sailing', 'Scuba diving', 'Skiing', 'Surfing',
      'Walking',
    ],
    questions: [
      BEGINNING,
      msg`Which place outside do you keep going back to?`,
      msg`What is the worst weather you have been out in?`,
      msg`What is always in your bag?`,
    ],
  },
  {
    interests: ['Badminton', 'Basketball', 'Boxing', 'Cricket', 'Football', 'Table tennis', 'Tennis'],
    questions: [
      BEGINNING,
      msg`Do you play, watch, or mostly argue about {interest}?`,
      msg`Which match would you have loved to see from the stands?`,
      msg`Who did you want to be when you were ten?`,
    ],
  },
  {
    interests: [
      'Archery', 'Cycling', 'Fitness', 'Marathons', 'Martial arts', 'Pilates', 'Rowing', 'Running',
      'Skateboarding', 'Swimming', 'Trail running', 'Yoga',
    ],
    questions: [
      BEGINNING,
      msg`What is easier for you now than a year ago?`,
      msg`What do you think about while you do it?`,
      msg`Early in the morning, or late in the evening?`,
    ],
  },
  {
    interests: ['Board games', 'Card games', 'Chess', 'Crosswords', 'Gaming', 'Puzzles', 'Quizzes'],
    questions: [
      BEGINNING,
      msg`What could you play all night?`,
      msg`Are you a good loser?`,
      msg`Which game would you teach me first?`,
    ],
  },
  {
    interests: ['Aquariums', 'Beekeeping', 'Cats', 'Dogs', 'Gardening', 'Horses', 'Houseplants'],
    questions: [
      BEGINNING,
      msg`Who or what do you take care of at the moment?`,
      msg`What surprised you most about {interest}?`,
      msg`What do people get wrong about {interest}?`,
    ],
  },
  {
    interests: [
      'Astronomy', 'Coding', 'Home automation', 'Mathematics', 'Robotics', 'Science', 'Technology',
      'Video editing',
    ],
    questions: [
      BEGINNING,
      msg`What are you building, or trying to understand, right now?`,
      msg`What do people get wrong about {interest}?`,
      msg`What was your last small success?`,
    ],
  },
  {
    interests: [
      'Adventure travel', 'Geography', 'Maps', 'Motorcycles', 'Night trains', 'Slow travel', 'Trains',
      'Travel',
    ],
    questions: [
      BEGINNING,
      msg`Which place surprised you most?`,
      msg`Where would you go tomorrow if you could?`,
      msg`Do you plan your trips, or do you just go?`,
    ],
  },
  {
    interests: ['Astrology', 'Economics', 'Genealogy', 'History', 'Mythology', 'Philosophy', 'Politics', 'Psychology'],
    questions: [
      BEGINNING,
      msg`What changed your mind lately?`,
      msg`Which question about {interest} do you keep thinking about?`,
      msg`Who would you like to talk to, dead or alive?`,
    ],
  },
  {
    interests: ['Journaling', 'Meditation', 'Minimalism', 'Self-improvement', 'Spirituality'],
    questions: [
      BEGINNING,
      msg`What has made your days better lately?`,
      msg`What would you tell yourself if you could go back ten years?`,
      msg`What did you stop doing and never miss?`,
    ],
  },
  {
    interests: [
      'Charity work', 'Entrepreneurship', 'Environment', 'Investing', 'Parenting', 'Public speaking',
      'Startups', 'Sustainability', 'Volunteering',
    ],
    questions: [
      BEGINNING,
      msg`What keeps you busy at the moment?`,
      msg`What was harder than you expected?`,
      msg`What would you do with a free year?`,
    ],
  },
]

/** For interests that members typed themselves, in any language. `{interest}` is written as they typed it. */
export const ANY_INTEREST_QUESTIONS: readonly MessageDescriptor[] = [
  msg`{interest}: how did it begin for you?`,
  msg`{interest}: where would you tell a beginner to start?`,
  msg`{interest}: what do people get wrong about it?`,
]

/** For two people without a shared interest. */
export const NO_INTEREST_QUESTIONS: readonly MessageDescriptor[] = [
  msg`What has been the best part of your day?`,
  msg`What could you talk about for an hour?`,
  msg`What are you looking forward to?`,
  msg`What made you laugh lately?`,
  msg`What have you learned lately that you keep thinking about?`,
]

/** These keep their capital letter within a sentence, as names do. */
export const PROPER_NAMES: readonly string[] = ['Sufi music', 'Urdu poetry']
