-- How many users are known at a network decides how many wrong passwords it is forgiven.
CREATE INDEX known_places_place ON known_places (place);
