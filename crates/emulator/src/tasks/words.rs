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

/// What money is spent on or comes from, and the number of its category in Pro Expense.
pub const EXPENSES: [(&str, i64); 40] = [
    ("Garage Sale", 2),
    ("Tax Refund", 2),
    ("Tutoring Pay", 2),
    ("Bakery Visit", 3),
    ("Farmers Market", 3),
    ("Office Lunch", 3),
    ("Pizza Night", 3),
    ("Weekly Shopping", 3),
    ("Electricity", 4),
    ("Furniture", 4),
    ("Paint and Brushes", 4),
    ("Water Bill", 4),
    ("Birthday Present", 5),
    ("Choir Trip", 5),
    ("Club Fee", 5),
    ("Wedding Gift", 5),
    ("Board Game", 6),
    ("Concert", 6),
    ("Museum Visit", 6),
    ("Theatre Evening", 6),
    ("Bike Repair", 7),
    ("Bus Pass", 7),
    ("Ferry", 7),
    ("Fuel", 7),
    ("Parking", 7),
    ("Rain Boots", 8),
    ("Scarf", 8),
    ("Tailor", 8),
    ("Winter Coat", 8),
    ("Dentist", 9),
    ("Glasses", 9),
    ("Pharmacy", 9),
    ("Swimming Pass", 9),
    ("Evening Class", 10),
    ("Dictionary", 10),
    ("Workshop Ticket", 10),
    ("Animal Shelter", 11),
    ("Village Library", 11),
    ("Key Copy", 1),
    ("Postage", 1),
];

/// What is remarked about an expense.
pub const REMARKS: [&str; 8] = [
    "Ask for the invoice",
    "Cash only",
    "For the household",
    "Half is paid back",
    "Not again soon",
    "On the blue card",
    "Once a year",
    "Was on sale",
];

/// Recipes: what they are called, and how they are made.
pub const RECIPES: [(&str, &str); 24] = [
    (
        "Apple Crumble",
        "Slice the apples, cover them with crumbs of butter, flour and sugar, and bake for forty minutes.",
    ),
    (
        "Barley Risotto",
        "Toast the barley, add hot broth ladle by ladle, and finish with butter and cheese.",
    ),
    (
        "Bean Chili",
        "Fry onions with cumin, add tomatoes and three kinds of beans, and let it simmer.",
    ),
    (
        "Beetroot Salad",
        "Boil the beetroots, slice them while warm, and dress with vinegar and horseradish.",
    ),
    (
        "Buckwheat Pancakes",
        "Whisk flour, milk and eggs, let the batter rest, and fry thin pancakes.",
    ),
    (
        "Cabbage Rolls",
        "Wrap rice and mushrooms in cabbage leaves and stew the rolls in tomato juice.",
    ),
    (
        "Carrot Cake",
        "Stir grated carrots into a nut batter, bake, and cover with lemon icing.",
    ),
    (
        "Cheese Fondue",
        "Melt the cheese in white wine over low heat and serve with cubes of bread.",
    ),
    (
        "Cold Cucumber Soup",
        "Blend cucumbers with yoghurt and dill and chill for two hours.",
    ),
    (
        "Corn Chowder",
        "Cook corn and potatoes in milk, blend half of it, and season with chives.",
    ),
    (
        "Fish Pie",
        "Put fish and peas in a white sauce, cover with mashed potatoes, and bake.",
    ),
    (
        "Garlic Bread",
        "Spread garlic butter between the slices and bake until the crust is crisp.",
    ),
    (
        "Leek Quiche",
        "Fill a tart shell with leeks, eggs and cream and bake until it is set.",
    ),
    (
        "Mushroom Toast",
        "Fry mushrooms in butter with thyme and heap them on toasted bread.",
    ),
    (
        "Onion Tart",
        "Stew the onions slowly, spread them on dough, and bake with caraway.",
    ),
    (
        "Pea Soup",
        "Simmer split peas with marjoram until they fall apart.",
    ),
    (
        "Plum Dumplings",
        "Wrap each plum in potato dough, boil, and roll in buttered crumbs.",
    ),
    (
        "Potato Gratin",
        "Layer thin slices of potato with cream and bake for an hour.",
    ),
    (
        "Pumpkin Curry",
        "Cook pumpkin in coconut milk with ginger and red curry paste.",
    ),
    (
        "Rhubarb Compote",
        "Cook the rhubarb with sugar and vanilla until it is soft.",
    ),
    (
        "Roasted Cauliflower",
        "Rub the cauliflower with oil and paprika and roast it whole.",
    ),
    (
        "Spinach Dumplings",
        "Mix spinach, bread and eggs, shape dumplings, and steam them.",
    ),
    (
        "Tomato Focaccia",
        "Press tomatoes and rosemary into the dough and bake on a hot tray.",
    ),
    (
        "Walnut Pesto",
        "Pound walnuts, parsley and oil to a paste and stir in the cheese.",
    ),
];

/// More recipes, where many are on the phone.
pub const MORE_RECIPES: [(&str, &str); 12] = [
    (
        "Aubergine Stew",
        "Fry the aubergines in oil, add lentils and tomatoes, and stew them for an hour.",
    ),
    (
        "Bread Pudding",
        "Soak old bread in milk and eggs, add raisins, and bake.",
    ),
    (
        "Celery Gratin",
        "Blanch the celery, cover it with cream and nutmeg, and bake.",
    ),
    (
        "Fennel Salad",
        "Slice the fennel thinly and dress it with orange juice and oil.",
    ),
    (
        "Goulash",
        "Brown the meat with paprika and onions and simmer it for three hours.",
    ),
    (
        "Herring Salad",
        "Dice herring, apples and gherkins and stir in sour cream.",
    ),
    (
        "Kohlrabi Slaw",
        "Grate the kohlrabi and mix it with yoghurt and chives.",
    ),
    (
        "Mint Pilaf",
        "Cook rice in broth and stir in mint and pistachios.",
    ),
    (
        "Pear Clafoutis",
        "Pour batter over halved pears and bake until it puffs up.",
    ),
    (
        "Quark Balls",
        "Knead quark with flour and sugar and fry small balls in oil.",
    ),
    (
        "Semolina Cake",
        "Bake semolina with almonds and soak it in syrup.",
    ),
    (
        "Turnip Mash",
        "Boil turnips and potatoes and mash them with butter.",
    ),
];

/// What recipes are asked for by; nobody uses the last ones.
pub const INGREDIENTS: [&str; 22] = [
    "butter",
    "cabbage",
    "cheese",
    "cream",
    "cumin",
    "dill",
    "flour",
    "lemon",
    "milk",
    "mushrooms",
    "onions",
    "paprika",
    "potato",
    "sugar",
    "thyme",
    "tomatoes",
    "vanilla",
    "yoghurt",
    "black garlic",
    "lemongrass",
    "rutabaga",
    "seaweed",
];

/// What is said about a recipe.
pub const ABOUT_RECIPES: [&str; 4] = [
    "Good for a rainy evening.",
    "Grandmother made it on Sundays.",
    "It tastes even better the next day.",
    "Simple, cheap and filling.",
];

/// For how many a recipe is.
pub const SERVINGS: [&str; 5] = ["1 person", "2 persons", "4 persons", "6 persons", "a big table"];

/// How long a recipe takes.
pub const TIMES: [&str; 5] = ["15 minutes", "half an hour", "45 minutes", "an hour", "2 hours"];

/// What goes into a recipe.
pub const AMOUNTS: [&str; 6] = [
    "as much as fits",
    "by the season",
    "equal parts",
    "from the market",
    "see below",
    "what the garden has",
];

/// First halves of events' titles.
pub const MEETINGS: [&str; 8] = [
    "Breakfast with",
    "Coffee with",
    "Interview with",
    "Lesson with",
    "Planning for",
    "Rehearsal for",
    "Talk about",
    "Walk with",
];

/// Second halves of events' titles, beside names.
pub const SUBJECTS: [&str; 8] = [
    "Budget 2024",
    "the Choir",
    "the Garden Club",
    "the House Tour",
    "the Neighbours",
    "the Summer Fair",
    "the Village Paper",
    "the Winter Play",
];

/// What is said about an event.
pub const PLANS: [&str; 8] = [
    "Agree on the next steps. Coats stay in the hall.",
    "Bring last month's numbers.",
    "Look at the drafts together. Tea is provided.",
    "Meet at the side entrance.",
    "Nobody has to prepare anything.",
    "Settle who pays for the paint.",
    "The room on the second floor is booked.",
    "We choose the date for the move.",
];

/// Titles of events that questions ask for. None has a comma: answers are lists with commas.
pub const APPOINTMENTS: [&str; 18] = [
    "Allotment meeting",
    "Band practice",
    "Blood donation",
    "Bring glass to the depot",
    "Call the insurance",
    "Chess evening",
    "Driving lesson",
    "Eye test",
    "Haircut",
    "House viewing",
    "Parents' evening",
    "Piano lesson",
    "Pottery class",
    "Repair workshop",
    "Tax adviser",
    "Tram tour",
    "Vet with the cat",
    "Volunteering shift",
];

/// Where events take place. None has a comma.
pub const PLACES: [&str; 12] = [
    "Boat house",
    "Harbour Street 12",
    "Karin's kitchen",
    "Library cellar",
    "Main Hall",
    "Market square",
    "Old Mill",
    "Platform 9",
    "Room 214",
    "St. Mary's Hospital",
    "The Green Door",
    "Town hall",
];

/// Times as somebody says them; the last ones are late in the evening.
pub const TIMES_OF_DAY: [&str; 16] = [
    "7:45am", "8:30am", "9am", "10:15am", "11:20", "12pm", "1:30pm", "14:05", "3:15pm", "16:40", "5:20pm",
    "6pm", "8:30pm", "20:45", "9:15pm", "21:50",
];

/// Titles of tasks that a question can be about; none is nearly another.
pub const TODOS: [&str; 20] = [
    "Answer the survey",
    "Bring back library books",
    "Buy stamps",
    "Choose a new carpet",
    "Clear the attic",
    "Compare phone contracts",
    "Count the inventory",
    "Fetch the parcel",
    "Fill in the tax form",
    "Fix the garden gate",
    "Invite the neighbours",
    "Learn ten irregular verbs",
    "Order printer paper",
    "Paint the shed",
    "Pick up dry cleaning",
    "Prepare the quarterly slides",
    "Proofread the manual",
    "Sharpen the kitchen knives",
    "Translate the invitation",
    "Write minutes of the meeting",
];

/// Titles of tasks that are on the list for other reasons.
pub const MORE_TODOS: [&str; 16] = [
    "Air the mattresses",
    "Check tyre pressure",
    "Defrost the freezer",
    "Empty the letter box",
    "Feed the goldfish",
    "Gather firewood",
    "Iron the shirts",
    "Label the jam jars",
    "Mow the lawn",
    "Oil the bicycle chain",
    "Polish the silver",
    "Repot the cactus",
    "Sweep the stairs",
    "Tune the violin",
    "Unpack the suitcase",
    "Wind up the clocks",
];

/// What is noted on a task.
pub const TODO_NOTES: [&str; 8] = [
    "Ask Robin first.",
    "Before lunch, if possible.",
    "It was promised last week.",
    "Keep the receipt.",
    "Needs about an hour.",
    "Not urgent, but do not forget it.",
    "See the list on the fridge.",
    "Take the big bag along.",
];
