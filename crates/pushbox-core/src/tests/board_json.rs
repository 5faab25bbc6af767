//! Plain boards as JSON.

use crate::board_json::board_json;

#[test]
fn a_board_has_its_sorts_rows_and_pieces() {
    let head = "{\"width\":4,\"height\":2,\"palette\":{\".\":\"goal\",\"-\":\"floor\",\"#\":\"wall\"},";
    let terrain = "\"terrain\":[\".--#\",\"4-\"],";
    let pieces = "\"pieces\":[{\"kind\":\"box\",\"cells\":[0]},{\"kind\":\"pusher\",\"cells\":[5]}]}";
    assert_eq!(board_json(4, &[6, 0, 0, 1, 0, 8, 0, 0]), [head, terrain, pieces].concat());
}

#[test]
fn a_board_without_pieces_names_none() {
    let empty = "{\"width\":1,\"height\":1,\"palette\":{\"#\":\"wall\"},\"terrain\":[\"#\"]}";
    assert_eq!(board_json(1, &[1]), empty);
}
