//! The words that names and texts of instances are made of.

/// First halves of note names.
pub const ADJECTIVES: [&str; 32] = [
    "amber", "ancient", "bold", "brave", "bright", "calm", "clever", "cosy", "eager", "early", "fancy",
    "gentle", "golden", "grand", "happy", "honest", "humble", "jolly", "kind", "lively", "lucky", "mellow",
    "noble", "patient", "proud", "quick", "quiet", "royal", "silver", "steady", "tidy", "warm",
];

/// Second halves of note names.
pub const NOUNS: [&str; 32] = [
    "anchor", "apple", "badger", "basket", "bridge", "candle", "castle", "cloud", "compass", "eagle",
    "engine", "falcon", "forest", "garden", "harbor", "hedgehog", "island", "kettle", "ladder", "lantern",
    "meadow", "orchard", "otter", "piano", "pigeon", "pocket", "river", "saddle", "station", "teapot",
    "valley", "window",
];

/// Titles of notes that are on the device for other reasons.
pub const TITLES: [&str; 20] = [
    "bike_repair_checklist",
    "book_club_questions",
    "camping_gear_list",
    "choir_rehearsal_dates",
    "dentist_appointment_notes",
    "family_recipes_collection",
    "french_vocabulary",
    "gift_ideas_for_friends",
    "guitar_chords",
    "house_plants_watering",
    "job_interview_preparation",
    "kitchen_renovation_costs",
    "lecture_notes_biology",
    "marathon_training_plan",
    "monthly_budget_overview",
    "movie_night_suggestions",
    "packing_list_norway",
    "quarterly_goals_review",
    "team_meeting_minutes",
    "weekly_shopping_list",
];

/// Folders of a notebook.
pub const FOLDERS: [&str; 10] = [
    "BookNotes",
    "CodeSnippets",
    "DailyNotes",
    "FitnessPlans",
    "MeetingMinutes",
    "PersonalJournal",
    "RecipeCollections",
    "StudyGuides",
    "TravelItineraries",
    "WorkProjects",
];

/// What notes say.
pub const SENTENCES: [&str; 40] = [
    "A good map is worth a long walk.",
    "All windows must be closed before the storm.",
    "Ask Nadia whether the projector works again.",
    "Bring two folding chairs and the blue blanket.",
    "Call the plumber about the dripping tap!",
    "Coffee first, questions later.",
    "Don't forget the spare key under the third pot.",
    "Every garden starts with one patient seed.",
    "Feed the neighbour's cat until Thursday.",
    "Good soup needs time, salt and company.",
    "Half of the tickets are already sold.",
    "Hello from the other side of the lake.",
    "I left the umbrella at the library.",
    "It's warmer in the attic than in the kitchen.",
    "Keep the receipt for the new lamp.",
    "Let's meet at the fountain at half past six.",
    "Library books are due on the 21st.",
    "Lunch with Oskar moved to Friday.",
    "Never skip the last chapter.",
    "No news from the landlord yet.",
    "One more mile, then we rest.",
    "Paint the fence before the rain comes.",
    "Pick up the parcel: number 4471.",
    "Practise the second movement slowly.",
    "Rent a van for Saturday morning.",
    "Return the ladder to Mr. Brandt.",
    "Rivers know the way to the sea.",
    "Send the photos to grandma.",
    "Show me the way to the next harbor.",
    "Some doors only open from the inside.",
    "The bakery on Mill Street closes at noon.",
    "The meeting room is booked until four.",
    "The train to Lisbon leaves from platform 9.",
    "There's a draft under the cellar door.",
    "Three apples, two pears and a lemon.",
    "Tomorrow will be quieter than today.",
    "Try the new recipe with less sugar.",
    "Water the tomatoes every evening.",
    "What we measure, we can improve.",
    "Why not take the scenic route?",
];

/// Given names.
pub const GIVEN_NAMES: [&str; 48] = [
    "Ada", "Aisha", "Alva", "Amir", "Anton", "Beatriz", "Bruno", "Carla", "Chen", "Clara", "Dario", "Edith",
    "Elias", "Emil", "Farah", "Felix", "Greta", "Hana", "Henrik", "Ines", "Ivan", "Jonas", "Julia", "Kaito",
    "Karin", "Lars", "Leila", "Linus", "Lucia", "Magnus", "Malik", "Mara", "Mina", "Nadia", "Nils", "Olga",
    "Oskar", "Petra", "Rafael", "Rosa", "Samir", "Selma", "Tariq", "Tessa", "Viktor", "Wanda", "Yara", "Zoe",
];

/// Family names.
pub const FAMILY_NAMES: [&str; 32] = [
    "Andersson",
    "Bauer",
    "Becker",
    "Costa",
    "Diaz",
    "Eriksen",
    "Fischer",
    "Fontaine",
    "Garcia",
    "Haddad",
    "Hansen",
    "Ito",
    "Jansen",
    "Kaya",
    "Keller",
    "Kowalski",
    "Larsen",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "Novak",
    "Okafor",
    "Olsen",
    "Patel",
    "Ricci",
    "Rossi",
    "Santos",
    "Schmidt",
    "Tanaka",
    "Virtanen",
    "Wagner",
    "Yilmaz",
];

/// Places of events, as somebody texts them.
pub const ADDRESSES: [&str; 8] = [
    "12 Lindenweg, Basel 4051",
    "208 Harbor St, Portland ME 04101",
    "31 Rua das Flores, Porto 4050",
    "417 W Juniper Ave, Boise ID 83702",
    "55 Quay Road, Galway H91",
    "640 N Cedar Blvd, Tulsa OK 74103",
    "7 Mill Lane, York YO1",
    "915 Elm Court, Duluth MN 55802",
];
