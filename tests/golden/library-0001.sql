BEGIN TRANSACTION;
CREATE TABLE accounts (
	name TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	password TEXT NOT NULL, 
	made DATETIME NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (name), 
	CONSTRAINT uq_accounts_folded UNIQUE (folded)
);
INSERT INTO "accounts" VALUES('Anna','anna','hash','2026-11-22 10:38:35.653689');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE collections (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	owner TEXT DEFAULT '' NOT NULL, 
	name TEXT NOT NULL, 
	published BOOLEAN DEFAULT 0 NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	author TEXT DEFAULT '' NOT NULL, 
	notes TEXT DEFAULT '' NOT NULL, 
	keys JSON NOT NULL, 
	format TEXT DEFAULT '' NOT NULL, 
	digest TEXT DEFAULT '' NOT NULL, 
	added DATETIME NOT NULL, 
	CONSTRAINT uq_collections_owner_name UNIQUE (owner, name)
);
INSERT INTO "collections" VALUES(1,'','games',0,'One of each game','pushbox','with a note','[["Licence", "MIT"]]','json','','2026-11-22 10:38:35.616787');
INSERT INTO "collections" VALUES(2,'Anna','own.xsb',1,'','','','[]','xsb','dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd','2026-11-22 10:38:35.642668');
CREATE TABLE levels (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	collection_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	author TEXT DEFAULT '' NOT NULL, 
	author_folded TEXT DEFAULT '' NOT NULL, 
	notes TEXT DEFAULT '' NOT NULL, 
	game TEXT NOT NULL, 
	width INTEGER NOT NULL, 
	height INTEGER NOT NULL, 
	boxes INTEGER NOT NULL, 
	goals INTEGER NOT NULL, 
	equal VARCHAR(32) NOT NULL, 
	turned VARCHAR(32) NOT NULL, 
	normal VARCHAR(32) NOT NULL, 
	words TEXT NOT NULL, 
	level TEXT NOT NULL, 
	CONSTRAINT fk_levels_collection_id FOREIGN KEY(collection_id) REFERENCES collections (id) ON DELETE CASCADE
);
INSERT INTO "levels" VALUES(1,1,1,'First push','','pushbox','Walk into the box to push it onto the ring. A box can be pushed, never pulled.','sokoban',7,3,1,1,'9be241ae59fb4d5febdedba3bbe54f98','04b198bc03d8e705648cebdb3199c703','48651017349feb253e1aebe27e985334','1 first push walk into the box to it onto ring a can be pushed never pulled games one of each game pushbox','{"game":"sokoban","board":{"width":7,"height":3,"palette":{"#":"wall","-":"floor",".":"goal"},"terrain":["7#","#4-.#","7#"],"pieces":[{"kind":"pusher","cells":[8]},{"kind":"box","cells":[10]}]},"title":"First push","notes":"Walk into the box to push it onto the ring. A box can be pushed, never pulled."}');
INSERT INTO "levels" VALUES(2,1,2,'Each to its own','','pushbox','','plus',7,6,2,2,'d52e012de0ea3c3e1e4cbad8d8ccc4e6','7182b47edf42d97e84eb873cb505979a','7182b47edf42d97e84eb873cb505979a','2 each to its own games one of game pushbox','{"game":"plus","board":{"width":7,"height":6,"palette":{"#":"wall","-":"floor",".":"goal","a":{"kind":"goal","number":1}},"terrain":["7#","##4-#","#--.-##","#3-a-#","#--##-#","7#"],"pieces":[{"kind":"pusher","cells":[16]},{"kind":"box","cells":[17],"number":1},{"kind":"box","cells":[23]}]},"title":"Each to its own"}');
INSERT INTO "levels" VALUES(3,1,3,'The other one','pushbox','pushbox','','multiban',6,4,1,1,'a674168a28c61b3057486e45ba485678','2b8fb26ea4ba460b13682b8863694d01','2b8fb26ea4ba460b13682b8863694d01','3 the other one pushbox games of each game','{"game":"multiban","board":{"width":6,"height":4,"palette":{"#":"wall","-":"floor",".":"goal"},"terrain":["6#","#4-#","#.3-#","6#"],"pieces":[{"kind":"pusher","cells":[7]},{"kind":"box","cells":[14]},{"kind":"pusher","cells":[15]}]},"title":"The other one","author":"pushbox"}');
INSERT INTO "levels" VALUES(4,1,4,'Together','pushbox','pushbox','','crossoban',6,3,2,0,'210b00c1cbe34c7e595bbe11e7e61b19','91feeb5fc63744b708ba67c01997ff28','91feeb5fc63744b708ba67c01997ff28','4 together pushbox games one of each game','{"game":"crossoban","board":{"width":6,"height":3,"palette":{"#":"wall","-":"floor"},"terrain":["6#","#4-#","6#"],"pieces":[{"kind":"pusher","cells":[7]},{"kind":"box","cells":[8],"colours":["blue"]},{"kind":"box","cells":[10],"colours":["blue"]}]},"title":"Together","author":"pushbox"}');
INSERT INTO "levels" VALUES(5,1,5,'Two of a Kind','pushbox','pushbox','Boxes of one colour that come to touch vanish.','sokolor',7,3,2,0,'9d9debb2419a0d5c7aa1f67d0badd9c4','48f170cc9e5bea83f798b618f6f2d4e1','48f170cc9e5bea83f798b618f6f2d4e1','5 two of a kind pushbox boxes one colour that come to touch vanish games each game','{"game":"sokolor","board":{"width":7,"height":3,"palette":{"#":"wall","-":"floor"},"terrain":["7#","#5-#","7#"],"pieces":[{"kind":"pusher","cells":[8]},{"kind":"box","cells":[9],"colours":["red"]},{"kind":"box","cells":[11],"colours":["red"]}]},"title":"Two of a Kind","author":"pushbox","notes":"Boxes of one colour that come to touch vanish."}');
INSERT INTO "levels" VALUES(6,1,6,'Standing back','pushbox','pushbox','A stone whose arrow points at something fixed recoils, and its flower grows where it was.','hanano',7,3,1,0,'7cfd1c8311c270e8bf359d757667bb3c','043fa61fb9f93210370c28663b2a436c','043fa61fb9f93210370c28663b2a436c','6 standing back pushbox a stone whose arrow points at something fixed recoils and its flower grows where it was games one of each game','{"game":"hanano","board":{"width":7,"height":3,"palette":{"#":"wall","a":{"kind":"flower","colour":"red"},"-":"floor"},"terrain":["7#","#a4-#","7#"],"pieces":[{"kind":"stone","cells":[11],"colours":["red"],"arrow":0}]},"title":"Standing back","author":"pushbox","notes":"A stone whose arrow points at something fixed recoils, and its flower grows where it was."}');
INSERT INTO "levels" VALUES(7,1,7,'Hold','pushbox','pushbox','A stone that is fixed on a target of its colour is where it belongs.','blockage',5,4,1,1,'0512b600e9669c5f10c14e5e49dcb625','0512b600e9669c5f10c14e5e49dcb625','0512b600e9669c5f10c14e5e49dcb625','7 hold pushbox a stone that is fixed on target of its colour where it belongs games one each game','{"game":"blockage","board":{"width":5,"height":4,"palette":{"#":"wall","-":"floor","a":{"kind":"goal","colour":"red"}},"terrain":["5#","#3-#","##a##","5#"],"pieces":[{"kind":"stone","cells":[12],"colours":["red"]}]},"title":"Hold","author":"pushbox","notes":"A stone that is fixed on a target of its colour is where it belongs."}');
INSERT INTO "levels" VALUES(8,1,8,'Slide','pushbox','pushbox','A swiped square slides until something stops it.','blockoban',6,3,1,1,'6ae821492641965e23dd07c3ea0a8a0b','d258af3d6e3d2cd7f6ab1aec4348f1ed','d258af3d6e3d2cd7f6ab1aec4348f1ed','8 slide pushbox a swiped square slides until something stops it games one of each game','{"game":"blockoban","board":{"width":6,"height":3,"palette":{"#":"wall","-":"floor","a":{"kind":"goal","colour":"red"}},"terrain":["6#","#3-a#","6#"],"pieces":[{"kind":"block","cells":[7],"colours":["red"]}]},"title":"Slide","author":"pushbox","notes":"A swiped square slides until something stops it."}');
INSERT INTO "levels" VALUES(9,1,9,'At Once','pushbox','pushbox','Both players move in one tick.','versus',9,4,2,3,'0b4815258976f37b00b91ce3bfb3beb6','5bd83e8d1f5d53865d84a30478d7d8de','5bd83e8d1f5d53865d84a30478d7d8de','9 at once pushbox both players move in one tick games of each game','{"game":"versus","board":{"width":9,"height":4,"palette":{"#":"wall","a":{"kind":"goal","player":1},"-":"floor","b":{"kind":"goal","player":2}},"terrain":["9#","#a5-a#","#b6-#","9#"],"pieces":[{"kind":"box","cells":[11]},{"kind":"pusher","cells":[12],"player":1},{"kind":"pusher","cells":[14],"player":2},{"kind":"box","cells":[15]}]},"title":"At Once","author":"pushbox","notes":"Both players move in one tick."}');
INSERT INTO "levels" VALUES(10,2,1,'Stuck','','','','sokoban',5,4,1,1,'ed66484d9250fab76b489f22115dc82e','aa8057c0797cf6f8cd4566deeb0ff9ad','9da8b9c2f382e931afd7701f37d29785','1 stuck own xsb','{"game":"sokoban","board":{"width":5,"height":4,"palette":{"#":"wall","-":"floor",".":"goal"},"terrain":["5#","#3-#","#-.-#","5#"],"pieces":[{"kind":"pusher","cells":[6]},{"kind":"box","cells":[7]}]},"title":"Stuck"}');
INSERT INTO "levels" VALUES(11,2,2,'Push','','','','sokoban',5,3,1,1,'d4dbb0665710869e53f4005e05f9860e','e685d6caf8ea2f6efa77df34207d4ceb','ad84473946489cbba8a50be3e7036002','2 push own xsb','{"game":"sokoban","board":{"width":5,"height":3,"palette":{"#":"wall","-":"floor",".":"goal"},"terrain":["5#","#--.#","5#"],"pieces":[{"kind":"pusher","cells":[6]},{"kind":"box","cells":[7]}]},"title":"Push"}');
CREATE TABLE logins (
	id TEXT NOT NULL, 
	account TEXT NOT NULL, 
	visitor TEXT NOT NULL, 
	ends DATETIME NOT NULL, 
	CONSTRAINT pk_logins PRIMARY KEY (id), 
	CONSTRAINT fk_logins_account FOREIGN KEY(account) REFERENCES accounts (name) ON DELETE CASCADE, 
	CONSTRAINT fk_logins_visitor FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE
);
INSERT INTO "logins" VALUES('secret','Anna','ann','2999-01-01 00:00:00.000000');
CREATE TABLE plays (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	visitor TEXT NOT NULL, 
	level_id INTEGER NOT NULL, 
	reverse BOOLEAN DEFAULT 0 NOT NULL, 
	attempt INTEGER NOT NULL, 
	here INTEGER DEFAULT '0' NOT NULL, 
	seconds FLOAT DEFAULT '0' NOT NULL, 
	assists JSON NOT NULL, 
	memo TEXT DEFAULT '' NOT NULL, 
	begun DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	finished DATETIME, 
	CONSTRAINT fk_plays_visitor FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE, 
	CONSTRAINT fk_plays_level_id FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
INSERT INTO "plays" VALUES(1,'ann',1,0,1,1,12.5,'["overlay"]','{"focus": [9], "redo": []}','2026-11-22 10:38:35.699705','2026-11-22 10:38:35.717627',NULL);
INSERT INTO "plays" VALUES(2,'ann',2,0,1,7,12.5,'["overlay"]','{"focus": [29], "redo": [[6, 7]]}','2026-11-22 10:38:35.725576','2026-11-22 10:38:35.737621',NULL);
INSERT INTO "plays" VALUES(3,'ann',3,0,1,1,12.5,'["overlay"]','{"focus": [7], "redo": [[0, 1]]}','2026-11-22 10:38:35.745577','2026-11-22 10:38:35.753632',NULL);
INSERT INTO "plays" VALUES(4,'ann',4,0,1,1,12.5,'["overlay"]','{"focus": [8], "redo": []}','2026-11-22 10:38:35.761569','2026-11-22 10:38:35.769580',NULL);
INSERT INTO "plays" VALUES(5,'ann',5,0,1,1,12.5,'["overlay"]','{"focus": [9], "redo": []}','2026-11-22 10:38:35.781653','2026-11-22 10:38:35.797686',NULL);
INSERT INTO "plays" VALUES(6,'ann',6,0,1,1,12.5,'["overlay"]','{"focus": [10], "redo": [[0, 1]]}','2026-11-22 10:38:35.813667','2026-11-22 10:38:35.825673',NULL);
INSERT INTO "plays" VALUES(7,'ann',7,0,1,1,12.5,'["overlay"]','{"focus": null, "redo": []}','2026-11-22 10:38:35.838465','2026-11-22 10:38:35.861711',NULL);
INSERT INTO "plays" VALUES(8,'ann',8,0,1,1,12.5,'["overlay"]','{"focus": [10], "redo": []}','2026-11-22 10:38:35.877638','2026-11-22 10:38:35.901722',NULL);
INSERT INTO "plays" VALUES(9,'ann',9,0,1,1,12.5,'["overlay"]','{"focus": [11], "redo": [[0, 1]]}','2026-11-22 10:38:35.917653','2026-11-22 10:38:35.937623',NULL);
INSERT INTO "plays" VALUES(10,'ann',1,1,1,0,0.0,'[]','','2026-11-22 10:38:35.952413','2026-11-22 10:38:35.952413',NULL);
CREATE TABLE snapshots (
	play_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	node INTEGER NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY (play_id, name), 
	CONSTRAINT fk_snapshots_play_id FOREIGN KEY(play_id) REFERENCES plays (id) ON DELETE CASCADE
);
INSERT INTO "snapshots" VALUES(1,'half',1);
INSERT INTO "snapshots" VALUES(2,'half',7);
INSERT INTO "snapshots" VALUES(3,'half',1);
INSERT INTO "snapshots" VALUES(4,'half',1);
INSERT INTO "snapshots" VALUES(5,'half',1);
INSERT INTO "snapshots" VALUES(6,'half',1);
INSERT INTO "snapshots" VALUES(7,'half',1);
INSERT INTO "snapshots" VALUES(8,'half',1);
INSERT INTO "snapshots" VALUES(9,'half',1);
CREATE TABLE solutions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	level_id INTEGER NOT NULL, 
	visitor TEXT DEFAULT '' NOT NULL, 
	account TEXT DEFAULT '' NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	notes TEXT DEFAULT '' NOT NULL, 
	text TEXT NOT NULL, 
	moves INTEGER NOT NULL, 
	pushes INTEGER NOT NULL, 
	box_lines INTEGER NOT NULL, 
	box_changes INTEGER NOT NULL, 
	pushing_sessions INTEGER NOT NULL, 
	player_lines INTEGER NOT NULL, 
	assists JSON NOT NULL, 
	pure BOOLEAN NOT NULL, 
	seconds FLOAT, 
	added DATETIME NOT NULL, 
	CONSTRAINT fk_solutions_level_id FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
INSERT INTO "solutions" VALUES(1,1,'','','','','rRR',3,2,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(2,2,'','','Solution','','urDllddrUluRdR',14,4,4,3,4,12,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(3,3,'','','Solution','Fewest moves','{rrd}L',1,1,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(4,4,'','','Solution','Fewest moves','R',1,1,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(5,5,'','','shortest','','R',1,1,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(6,6,'','','Solution','Fewest moves','1,3 1,2',2,0,0,0,0,0,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(7,7,'','','Solution','Fewest moves','2,2!',1,0,0,0,0,0,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(8,8,'','','shortest','','1,1>',1,1,1,1,1,0,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(9,9,'','','shortest','','LR',1,1,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.624069');
INSERT INTO "solutions" VALUES(10,11,'','','','','R',1,1,1,1,1,1,'[]',1,NULL,'2026-11-22 10:38:35.643647');
INSERT INTO "solutions" VALUES(11,11,'ann','Anna','','','R',1,1,1,1,1,1,'["hint"]',0,2.5,'2026-11-22 10:38:35.686607');
CREATE TABLE steps (
	play_id INTEGER NOT NULL, 
	node INTEGER NOT NULL, 
	parent INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_steps PRIMARY KEY (play_id, node), 
	CONSTRAINT fk_steps_play_id FOREIGN KEY(play_id) REFERENCES plays (id) ON DELETE CASCADE
);
INSERT INTO "steps" VALUES(1,1,0,'2');
INSERT INTO "steps" VALUES(2,1,0,'1');
INSERT INTO "steps" VALUES(2,2,1,'2');
INSERT INTO "steps" VALUES(2,3,2,'3');
INSERT INTO "steps" VALUES(2,4,3,'0');
INSERT INTO "steps" VALUES(2,5,4,'0');
INSERT INTO "steps" VALUES(2,6,5,'3');
INSERT INTO "steps" VALUES(2,7,6,'3');
INSERT INTO "steps" VALUES(2,8,6,'1');
INSERT INTO "steps" VALUES(3,1,0,'[15,0]');
INSERT INTO "steps" VALUES(3,2,0,'[7,2]');
INSERT INTO "steps" VALUES(4,1,0,'[7,2]');
INSERT INTO "steps" VALUES(5,1,0,'2');
INSERT INTO "steps" VALUES(6,1,0,'10');
INSERT INTO "steps" VALUES(6,2,0,'11');
INSERT INTO "steps" VALUES(7,1,0,'[12,"red",0]');
INSERT INTO "steps" VALUES(8,1,0,'[7,2]');
INSERT INTO "steps" VALUES(9,1,0,'[0,2]');
INSERT INTO "steps" VALUES(9,2,0,'[-1,0]');
CREATE TABLE tags (
	level_id INTEGER NOT NULL, 
	tag TEXT NOT NULL, 
	CONSTRAINT pk_tags PRIMARY KEY (level_id, tag), 
	CONSTRAINT fk_tags_level_id FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
INSERT INTO "tags" VALUES(1,'nice');
CREATE TABLE unsolvable (
	turned VARCHAR(32) NOT NULL, 
	proof TEXT NOT NULL, 
	certificate TEXT DEFAULT '' NOT NULL, 
	added DATETIME NOT NULL, 
	CONSTRAINT pk_unsolvable PRIMARY KEY (turned)
);
INSERT INTO "unsolvable" VALUES('aa8057c0797cf6f8cd4566deeb0ff9ad','exhaustive search','none','2026-11-22 10:38:35.677582');
CREATE TABLE visitors (
	id TEXT NOT NULL, 
	met DATETIME NOT NULL, 
	CONSTRAINT pk_visitors PRIMARY KEY (id)
);
INSERT INTO "visitors" VALUES('ann','2026-11-22 10:38:35.657788');
CREATE INDEX ix_levels_collection_id_number ON levels (collection_id, number);
CREATE INDEX ix_levels_game ON levels (game);
CREATE INDEX ix_levels_boxes ON levels (boxes);
CREATE INDEX ix_levels_turned ON levels (turned);
CREATE INDEX ix_levels_normal ON levels (normal);
CREATE INDEX ix_tags_tag ON tags (tag);
CREATE INDEX ix_logins_account ON logins (account);
CREATE INDEX ix_logins_visitor ON logins (visitor);
CREATE INDEX ix_solutions_level_id ON solutions (level_id);
CREATE INDEX ix_solutions_visitor_level_id ON solutions (visitor, level_id);
CREATE INDEX ix_solutions_account_level_id ON solutions (account, level_id);
CREATE INDEX ix_plays_level_id ON plays (level_id);
CREATE INDEX ix_plays_visitor_level_id ON plays (visitor, level_id);
CREATE TRIGGER level_words_added AFTER INSERT ON levels BEGIN INSERT INTO level_words(rowid, words) VALUES (new.id, new.words); END;
CREATE TRIGGER level_words_gone AFTER DELETE ON levels BEGIN INSERT INTO level_words(level_words, rowid, words) VALUES ('delete', old.id, old.words); END;
CREATE TRIGGER level_words_new AFTER UPDATE OF words ON levels BEGIN INSERT INTO level_words(level_words, rowid, words) VALUES ('delete', old.id, old.words); INSERT INTO level_words(rowid, words) VALUES (new.id, new.words); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('collections',2);
INSERT INTO "sqlite_sequence" VALUES('levels',11);
INSERT INTO "sqlite_sequence" VALUES('solutions',11);
INSERT INTO "sqlite_sequence" VALUES('plays',10);
CREATE VIRTUAL TABLE level_words USING fts5(words, content='levels', content_rowid='id');
INSERT INTO level_words(level_words) VALUES('rebuild');
COMMIT;
